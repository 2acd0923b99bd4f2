import { br as openWorkbench } from "./core.js";

export { openWorkbench };