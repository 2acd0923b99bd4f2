import { c as publishDeferral, l as putDeferral, s as findDeferral } from "./job.js";

export { publishDeferral };