import { d as heldFilesOf, u as UNSAFE_RULE } from "./git.js";

export { heldFilesOf };