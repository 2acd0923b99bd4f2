import { $t as writeViews, Qt as transcriptOf, Xt as hasViews, Zt as pageOf } from "./core.js";

export { transcriptOf };