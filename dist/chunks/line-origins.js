import { a as lineOrigins, i as createStepNames, o as originsSoFar, r as createOriginOf } from "./run-page.js";

export { lineOrigins, originsSoFar };