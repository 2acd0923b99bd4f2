import { d as assemble, f as progressedOf, m as toolsDigest, p as requestIdentityOf } from "./toolbox.js";

export { assemble, toolsDigest };