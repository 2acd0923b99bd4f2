import { Gn as EFFECTS, Kn as armCrash, qn as crashAt } from "./core.js";

export { armCrash };