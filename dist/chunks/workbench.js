import { Ht as openWorkbench } from "./core.js";

export { openWorkbench };