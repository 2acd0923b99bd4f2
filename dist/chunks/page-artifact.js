import { n as pageName, r as uploadPage, t as findPage } from "./job.js";

export { findPage, pageName, uploadPage };