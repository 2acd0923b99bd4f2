import { _ as isUnreadable, g as createApprovalGate, v as mayReach } from "./toolbox.js";

export { createApprovalGate };