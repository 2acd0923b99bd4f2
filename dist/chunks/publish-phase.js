import { c as requireNoBundle, s as publishPhase } from "./job.js";

export { publishPhase, requireNoBundle };