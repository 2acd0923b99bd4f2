import { Ct as EFFECTS, Dt as effect, Et as crashAt, Tt as asyncEffect, wt as armCrash } from "./front.js";

export { armCrash };