import { Jt as pageOf, Xt as writeViews, Yt as transcriptOf, qt as hasViews } from "./core.js";

export { transcriptOf };