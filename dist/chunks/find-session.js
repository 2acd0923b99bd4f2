import { Bt as factsIn, Ht as storedSessions, Vt as sessionDir } from "./core.js";

export { sessionDir };