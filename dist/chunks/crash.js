import { Mr as EFFECTS, Nr as armCrash, Pr as crashAt } from "./core.js";

export { armCrash };