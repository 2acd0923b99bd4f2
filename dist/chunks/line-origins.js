import { a as lineOrigins, i as createStepNames, o as originOf, s as originsSoFar } from "./run-page.js";

export { lineOrigins, originsSoFar };