import { aa as UNSAFE_RULE, oa as heldFilesOf } from "./core.js";

export { heldFilesOf };