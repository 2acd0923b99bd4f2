import { n as publishDeferral, r as putDeferral, t as findDeferral } from "./github.js";

export { findDeferral, publishDeferral, putDeferral };