import { r as readReport } from "./run-page.js";

export { readReport };