import { S as proxyOf, x as createSameHostFetch } from "./github.js";

export { proxyOf };