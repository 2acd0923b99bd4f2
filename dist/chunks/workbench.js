import { ur as openWorkbench } from "./core.js";

export { openWorkbench };