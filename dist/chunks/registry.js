import { l as TOOLS } from "./toolbox.js";

export { TOOLS };