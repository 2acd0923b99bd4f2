import { c as putDeferral, o as findDeferral, s as publishDeferral } from "./job.js";

export { findDeferral, publishDeferral, putDeferral };