import { v as createSameHostFetch, y as proxyOf } from "./github.js";

export { proxyOf };