import { a as sarifOf } from "./review.js";

export { sarifOf };