import { b as publishDeferral, x as putDeferral, y as findDeferral } from "./job.js";

export { publishDeferral };