import { nn as armCrash, rn as crashAt, tn as EFFECTS } from "./front.js";

export { armCrash };