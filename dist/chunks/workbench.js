import { Jn as openWorkbench } from "./core.js";

export { openWorkbench };