import { an as transcriptOf, cn as writeViews, in as pageOf, on as viewDigests, rn as hasViews, sn as writePage } from "./core.js";

export { transcriptOf };