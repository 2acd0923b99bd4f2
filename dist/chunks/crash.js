import { Ct as crashAt, St as armCrash, xt as EFFECTS } from "./front.js";

export { armCrash };