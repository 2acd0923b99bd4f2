import { Aa as crashAt, Oa as EFFECTS, ka as armCrash } from "./core.js";

export { armCrash };