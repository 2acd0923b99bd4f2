import { tr as openWorkbench } from "./core.js";

export { openWorkbench };