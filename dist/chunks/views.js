import { Qt as writeViews, Xt as pageOf, Yt as hasViews, Zt as transcriptOf } from "./core.js";

export { transcriptOf };