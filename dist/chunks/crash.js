import { dn as armCrash, fn as crashAt, un as EFFECTS } from "./front.js";

export { armCrash };