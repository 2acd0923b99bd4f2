import { bo as armCrash, xo as crashAt, yo as EFFECTS } from "./core.js";

export { armCrash };