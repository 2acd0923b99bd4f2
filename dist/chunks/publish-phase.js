import { d as requireNoBundle, u as publishPhase } from "./github.js";

export { publishPhase, requireNoBundle };