import { c as UNSAFE_RULE, l as heldFilesOf } from "./git.js";

export { heldFilesOf };