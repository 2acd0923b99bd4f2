import { Bi as onlyPeoples, Li as UNSAFE_RULE, Ri as filterHolding, zi as heldFilesOf } from "./core.js";

export { heldFilesOf };