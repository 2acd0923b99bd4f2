import { h as putDeferral, m as publishDeferral, p as findDeferral } from "./job.js";

export { publishDeferral };