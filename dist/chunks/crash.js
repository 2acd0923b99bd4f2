import { Bt as EFFECTS, Ht as crashAt, Vt as armCrash } from "./front.js";

export { armCrash };