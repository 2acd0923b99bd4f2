import { Zt as openWorkbench } from "./core.js";

export { openWorkbench };