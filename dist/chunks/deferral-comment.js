import { l as publishDeferral, u as putDeferral } from "./github.js";

export { publishDeferral, putDeferral };