import { d as putDeferral, l as findDeferral, u as publishDeferral } from "./github.js";

export { findDeferral, publishDeferral, putDeferral };