import { Da as EFFECTS, Oa as armCrash, ka as crashAt } from "./core.js";

export { armCrash };