import { Bt as hasViews, Gt as writePage, Ht as transcriptOf, Kt as writeViews, Ut as viewDigests, Vt as pageOf, Wt as writeFindings } from "./core.js";

export { transcriptOf };