import { d as requireNoBundle, u as publishPhase } from "./job.js";

export { publishPhase, requireNoBundle };