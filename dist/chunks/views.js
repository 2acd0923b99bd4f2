import { Gt as writeViews, Ht as hasViews, Ut as pageOf, Wt as transcriptOf } from "./core.js";

export { transcriptOf };