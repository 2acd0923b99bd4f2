import { b as heldFilesOf, y as UNSAFE_RULE } from "./front.js";

export { heldFilesOf };