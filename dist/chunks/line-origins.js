import { a as originOf, i as lineOrigins, o as originsSoFar, r as createStepNames } from "./run-page.js";

export { lineOrigins, originsSoFar };