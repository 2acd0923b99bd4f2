import { an as crashAt, in as armCrash, rn as EFFECTS } from "./front.js";

export { armCrash };