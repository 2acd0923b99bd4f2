import { aa as onlyPeoples, ia as heldFilesOf, na as UNSAFE_RULE, ra as filterHolding } from "./core.js";

export { heldFilesOf };