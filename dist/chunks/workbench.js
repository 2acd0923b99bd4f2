import { yr as openWorkbench } from "./core.js";

export { openWorkbench };