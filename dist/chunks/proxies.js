import { p as proxyOf } from "./job.js";

export { proxyOf };