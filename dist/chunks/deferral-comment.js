import { c as findDeferral, l as publishDeferral, u as putDeferral } from "./job.js";

export { publishDeferral };