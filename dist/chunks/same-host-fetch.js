import { ot as createSameHostFetch, st as proxyOf } from "./github.js";

export { proxyOf };