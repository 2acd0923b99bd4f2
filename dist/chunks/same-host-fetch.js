import { b as createSameHostFetch, x as proxyOf } from "./github.js";

export { proxyOf };