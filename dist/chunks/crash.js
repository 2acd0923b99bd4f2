import { Jn as crashAt, Kn as EFFECTS, qn as armCrash } from "./core.js";

export { armCrash };