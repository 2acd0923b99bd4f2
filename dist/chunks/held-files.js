import { f as UNSAFE_RULE, m as heldFilesOf, p as filterHolding } from "./front.js";

export { heldFilesOf };