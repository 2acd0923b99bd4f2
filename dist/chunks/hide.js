import { i as hideFrom } from "./toolbox.js";

export { hideFrom };