import { ir as crashAt, nr as EFFECTS, rr as armCrash } from "./core.js";

export { armCrash };