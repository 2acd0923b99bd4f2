import { t as createToolbox } from "./toolbox.js";

export { createToolbox };