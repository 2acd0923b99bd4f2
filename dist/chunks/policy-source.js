import { n as loadPolicyOf, t as loadPolicyHere } from "./toolbox.js";

export { loadPolicyOf };