import { I as exactArguments, L as visibleText } from "./job.js";

export { visibleText };