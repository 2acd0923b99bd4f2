import { g as mayReach, h as isUnreadable, m as createApprovalGate } from "./toolbox.js";

export { createApprovalGate };