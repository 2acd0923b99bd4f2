import { aa as filterHolding, ia as UNSAFE_RULE, oa as heldFilesOf, sa as onlyPeoples } from "./core.js";

export { heldFilesOf };