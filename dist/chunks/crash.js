import { Ct as armCrash, St as EFFECTS, wt as crashAt } from "./front.js";

export { armCrash };