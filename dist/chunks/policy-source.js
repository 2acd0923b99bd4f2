import { I as loadChecked, L as loadPolicyHere, R as loadPolicyOf, z as policyOfCommit } from "./toolbox.js";

export { loadChecked, loadPolicyHere, loadPolicyOf, policyOfCommit };