import { t as findBrowser } from "./browser.js";

export { findBrowser };