import { t as proxyOf } from "./undici.js";

export { proxyOf };