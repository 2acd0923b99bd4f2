import { Jt as addedLines, Xt as renderContext, Yt as remainingLines } from "./core.js";

export { renderContext };