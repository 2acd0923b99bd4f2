import { n as hideFrom } from "./toolbox.js";

export { hideFrom };