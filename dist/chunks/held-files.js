import { f as UNSAFE_RULE, h as onlyPeoples, m as heldFilesOf, p as filterHolding } from "./front.js";

export { heldFilesOf };