import { Mt as pageOf, Nt as transcriptOf, Pt as writeViews, jt as hasViews } from "./core.js";

export { transcriptOf };