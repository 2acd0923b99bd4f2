import { b as loadPolicyHere, x as loadPolicyOf } from "./toolbox.js";

export { loadPolicyHere, loadPolicyOf };