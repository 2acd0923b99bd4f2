import { Bt as transcriptOf, Ht as writeFindings, Rt as hasViews, Ut as writePage, Vt as viewDigests, Wt as writeViews, zt as pageOf } from "./core.js";

export { transcriptOf };