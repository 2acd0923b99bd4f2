import { v as loadPolicyHere, y as loadPolicyOf } from "./toolbox.js";

export { loadPolicyHere, loadPolicyOf };