import { Ht as sessionDir, Ut as storedSessions, Vt as factsIn } from "./core.js";

export { sessionDir };