import { r as createResponsesModel } from "./openai.js";

export { createResponsesModel };