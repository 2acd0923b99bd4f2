import { kr as openWorkbench } from "./core.js";

export { openWorkbench };