import { It as hasViews, Lt as pageOf, Rt as transcriptOf, zt as writeViews } from "./core.js";

export { transcriptOf };