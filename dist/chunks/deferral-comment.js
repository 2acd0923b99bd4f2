import { a as putDeferral, i as publishDeferral, r as findDeferral } from "./github.js";

export { findDeferral, publishDeferral, putDeferral };