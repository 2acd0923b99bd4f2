import { Bi as UNSAFE_RULE, Hi as heldFilesOf, Ui as onlyPeoples, Vi as filterHolding } from "./core.js";

export { heldFilesOf };