import { an as viewDigests, in as transcriptOf, nn as hasViews, on as writePage, rn as pageOf, sn as writeViews } from "./core.js";

export { transcriptOf };