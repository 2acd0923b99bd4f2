import { m as loadPolicyOf, p as loadPolicyHere } from "./toolbox.js";

export { loadPolicyHere, loadPolicyOf };