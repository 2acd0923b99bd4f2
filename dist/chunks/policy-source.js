import { n as loadPolicyHere, r as loadPolicyOf } from "./toolbox.js";

export { loadPolicyOf };