import { Bt as hasViews, Ht as transcriptOf, Ut as writeViews, Vt as pageOf } from "./core.js";

export { transcriptOf };