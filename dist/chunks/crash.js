import { Da as armCrash, Ea as EFFECTS, Oa as crashAt } from "./core.js";

export { armCrash };