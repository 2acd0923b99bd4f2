import { t as createCodeIndex } from "./index.js";

export { createCodeIndex };