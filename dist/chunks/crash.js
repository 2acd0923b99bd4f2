import { fr as EFFECTS, mr as crashAt, pr as armCrash } from "./core.js";

export { armCrash };