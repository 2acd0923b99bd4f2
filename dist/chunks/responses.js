import { t as createResponsesModel } from "./openai.js";

export { createResponsesModel };