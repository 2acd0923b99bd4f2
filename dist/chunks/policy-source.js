import { _ as loadPolicyHere, v as loadPolicyOf } from "./toolbox.js";

export { loadPolicyHere, loadPolicyOf };