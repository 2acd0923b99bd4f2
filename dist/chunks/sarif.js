import { c as sarifOf } from "./review.js";

export { sarifOf };