import { $i as EFFECTS, ea as armCrash, ta as crashAt } from "./core.js";

export { armCrash };