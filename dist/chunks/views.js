import { an as transcriptOf, cn as writePage, in as pageOf, ln as writeViews, on as viewDigests, rn as hasViews, sn as writeFindings } from "./core.js";

export { transcriptOf };