import { F as policyOfCommit, M as loadChecked, N as loadPolicyHere, P as loadPolicyOf } from "./toolbox.js";

export { loadChecked, loadPolicyHere, loadPolicyOf, policyOfCommit };