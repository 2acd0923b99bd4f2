import { h as mayReach, m as isUnreadable, p as createApprovalGate } from "./toolbox.js";

export { createApprovalGate };