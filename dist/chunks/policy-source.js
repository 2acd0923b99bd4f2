import { h as loadPolicyOf, m as loadPolicyHere } from "./toolbox.js";

export { loadPolicyHere, loadPolicyOf };