import { Mn as openWorkbench } from "./core.js";

export { openWorkbench };