import { ia as heldFilesOf, ra as UNSAFE_RULE } from "./core.js";

export { heldFilesOf };