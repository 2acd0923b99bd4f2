import { d as BUILTIN_POLICY, f as BUILTIN_POLICY_NAME } from "./toolbox.js";

export { BUILTIN_POLICY, BUILTIN_POLICY_NAME };