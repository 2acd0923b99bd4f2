import { Et as crashAt, Tt as armCrash, wt as EFFECTS } from "./front.js";

export { armCrash };