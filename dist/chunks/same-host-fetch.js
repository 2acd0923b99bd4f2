import { _ as proxyOf, g as createSameHostFetch } from "./github.js";

export { proxyOf };