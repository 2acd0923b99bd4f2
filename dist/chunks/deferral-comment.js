import { S as putDeferral, b as findDeferral, x as publishDeferral } from "./job.js";

export { publishDeferral };