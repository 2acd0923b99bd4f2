import { Mr as armCrash, Nr as crashAt, jr as EFFECTS } from "./core.js";

export { armCrash };