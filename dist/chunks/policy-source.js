import { T as loadPolicyOf, w as loadPolicyHere } from "./toolbox.js";

export { loadPolicyHere, loadPolicyOf };