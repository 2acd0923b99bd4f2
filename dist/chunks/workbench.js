import { Hn as openWorkbench } from "./core.js";

export { openWorkbench };