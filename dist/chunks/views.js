import { Gt as viewDigests, Ht as hasViews, Jt as writeViews, Kt as writeFindings, Ut as pageOf, Wt as transcriptOf, qt as writePage } from "./core.js";

export { transcriptOf };