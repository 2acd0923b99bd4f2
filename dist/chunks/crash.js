import { Xa as armCrash, Ya as EFFECTS, Za as crashAt } from "./core.js";

export { armCrash };