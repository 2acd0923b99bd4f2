import { Ht as addedLines, Ut as remainingLines, Wt as renderContext } from "./core.js";

export { renderContext };