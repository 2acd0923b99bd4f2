import { c as requireNoBundle, s as publishPhase } from "./github.js";

export { publishPhase, requireNoBundle };