import { j as findBrowser } from "./toolbox.js";

export { findBrowser };