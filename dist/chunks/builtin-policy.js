import { b as BUILTIN_POLICY, x as BUILTIN_POLICY_NAME } from "./toolbox.js";

export { BUILTIN_POLICY, BUILTIN_POLICY_NAME };