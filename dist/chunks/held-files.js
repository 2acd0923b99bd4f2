import { f as UNSAFE_RULE, p as heldFilesOf } from "./front.js";

export { heldFilesOf };