import { d as BUILTIN_POLICY_NAME, u as BUILTIN_POLICY } from "./toolbox.js";

export { BUILTIN_POLICY, BUILTIN_POLICY_NAME };