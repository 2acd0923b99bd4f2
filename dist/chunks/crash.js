import { do as crashAt, lo as EFFECTS, uo as armCrash } from "./core.js";

export { armCrash };