import { u as TOOLS } from "./toolbox.js";

export { TOOLS };