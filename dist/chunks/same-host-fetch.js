import { et as createSameHostFetch, tt as proxyOf } from "./github.js";

export { proxyOf };