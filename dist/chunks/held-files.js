import { Ji as UNSAFE_RULE, Yi as heldFilesOf } from "./core.js";

export { heldFilesOf };