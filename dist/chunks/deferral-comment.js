import { g as putDeferral, h as publishDeferral, m as findDeferral } from "./job.js";

export { publishDeferral };