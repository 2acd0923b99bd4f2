import { n as createProxiedFetch, r as proxyOf } from "./undici.js";

export { createProxiedFetch, proxyOf };