import { Ja as EFFECTS, Xa as crashAt, Ya as armCrash } from "./core.js";

export { armCrash };