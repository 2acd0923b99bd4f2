import { A as loadPolicyHere, j as loadPolicyOf, k as loadChecked } from "./toolbox.js";

export { loadChecked, loadPolicyHere, loadPolicyOf };