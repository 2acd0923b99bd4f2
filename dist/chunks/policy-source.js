import { M as loadPolicyHere, N as loadPolicyOf, P as policyOfCommit, j as loadChecked } from "./toolbox.js";

export { loadChecked, loadPolicyHere, loadPolicyOf, policyOfCommit };