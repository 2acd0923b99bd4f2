import { C as isUnreadable, S as createApprovalGate, w as mayReach } from "./toolbox.js";

export { createApprovalGate };