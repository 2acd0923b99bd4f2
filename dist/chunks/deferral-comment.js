import { c as putDeferral, o as findDeferral, s as publishDeferral } from "./github.js";

export { findDeferral, publishDeferral, putDeferral };