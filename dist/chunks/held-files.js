import { o as UNSAFE_RULE, s as heldFilesOf } from "./git.js";

export { heldFilesOf };