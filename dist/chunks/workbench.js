import { rr as openWorkbench } from "./core.js";

export { openWorkbench };