import { ar as crashAt, ir as armCrash, rr as EFFECTS } from "./core.js";

export { armCrash };