import { N as exactArguments, P as visibleText } from "./job.js";

export { visibleText };