import { m as TOOLS } from "./toolbox.js";

export { TOOLS };