import { x as proxyOf } from "./job.js";

export { proxyOf };