import { c as heldFilesOf, s as UNSAFE_RULE } from "./git.js";

export { heldFilesOf };