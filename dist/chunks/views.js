import { Ft as hasViews, It as pageOf, Lt as transcriptOf, Rt as writeViews } from "./core.js";

export { transcriptOf };