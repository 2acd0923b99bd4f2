import { B as exactArguments, V as visibleText } from "./job.js";

export { visibleText };