import { g as onlyPeoples, h as heldFilesOf, m as filterHolding, p as UNSAFE_RULE } from "./front.js";

export { heldFilesOf };