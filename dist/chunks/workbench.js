import { sr as openWorkbench } from "./core.js";

export { openWorkbench };