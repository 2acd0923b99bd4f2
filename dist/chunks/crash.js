import { cn as crashAt, on as EFFECTS, sn as armCrash } from "./front.js";

export { armCrash };