import { K as exactArguments, q as visibleText } from "./job.js";

export { visibleText };