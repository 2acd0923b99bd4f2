import { bo as crashAt, vo as EFFECTS, yo as armCrash } from "./core.js";

export { armCrash };