import { cr as openWorkbench } from "./core.js";

export { openWorkbench };