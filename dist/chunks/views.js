import { $t as writePage, Jt as hasViews, Qt as writeFindings, Xt as transcriptOf, Yt as pageOf, Zt as viewDigests, en as writeViews } from "./core.js";

export { transcriptOf };