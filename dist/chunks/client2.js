import { n as createBrowser } from "./browser.js";

export { createBrowser };