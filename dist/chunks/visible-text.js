import { B as visibleText, z as exactArguments } from "./job.js";

export { visibleText };