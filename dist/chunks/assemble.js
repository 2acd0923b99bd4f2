import { n as progressedOf, r as toolsDigest, t as assemble } from "./toolbox.js";

export { assemble, toolsDigest };