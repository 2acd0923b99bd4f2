import { a as publishPhase, o as requireNoBundle } from "./github.js";

export { publishPhase, requireNoBundle };