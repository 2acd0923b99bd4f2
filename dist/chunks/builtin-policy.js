import { h as BUILTIN_POLICY_NAME, m as BUILTIN_POLICY } from "./toolbox.js";

export { BUILTIN_POLICY, BUILTIN_POLICY_NAME };