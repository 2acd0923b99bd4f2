import { d as TOOLS } from "./toolbox.js";

export { TOOLS };