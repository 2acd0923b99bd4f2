import { Vn as openWorkbench } from "./core.js";

export { openWorkbench };