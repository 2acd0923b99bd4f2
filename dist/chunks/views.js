import { Ct as pageOf, St as hasViews, Tt as writeViews, wt as transcriptOf } from "./core.js";

export { transcriptOf };