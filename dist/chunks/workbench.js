import { ar as openWorkbench } from "./core.js";

export { openWorkbench };