import { Dr as openWorkbench } from "./core.js";

export { openWorkbench };