import { pr as openWorkbench } from "./core.js";

export { openWorkbench };