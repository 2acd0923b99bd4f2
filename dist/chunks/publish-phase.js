import { o as publishPhase, s as requireNoBundle } from "./job.js";

export { publishPhase, requireNoBundle };