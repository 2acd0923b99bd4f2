import { U as exactArguments, W as visibleText } from "./job.js";

export { visibleText };