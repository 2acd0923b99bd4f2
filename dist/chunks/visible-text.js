import { At as exactArguments, jt as visibleText } from "./github.js";

export { visibleText };