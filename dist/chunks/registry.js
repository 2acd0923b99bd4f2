import { x as TOOLS } from "./toolbox.js";

export { TOOLS };