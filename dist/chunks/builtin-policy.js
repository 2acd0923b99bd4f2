import { f as BUILTIN_POLICY, p as BUILTIN_POLICY_NAME } from "./toolbox.js";

export { BUILTIN_POLICY, BUILTIN_POLICY_NAME };