import { t as reportOf } from "./replay2.js";

export { reportOf };