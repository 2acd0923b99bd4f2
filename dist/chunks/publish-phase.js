import { n as publishPhase, r as requireNoBundle } from "./github.js";

export { publishPhase, requireNoBundle };