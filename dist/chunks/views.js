import { Gt as pageOf, Kt as transcriptOf, Wt as hasViews, qt as writeViews } from "./core.js";

export { transcriptOf };