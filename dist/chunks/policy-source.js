import { f as loadPolicyHere, p as loadPolicyOf } from "./toolbox.js";

export { loadPolicyHere, loadPolicyOf };