import { A as loadChecked, M as loadPolicyOf, N as policyOfCommit, j as loadPolicyHere } from "./toolbox.js";

export { loadChecked, loadPolicyHere, loadPolicyOf, policyOfCommit };