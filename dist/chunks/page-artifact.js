import { n as pageName, r as uploadPage, t as findPage } from "./github.js";

export { findPage, pageName, uploadPage };