import { D as mayReach, E as isUnreadable, T as createApprovalGate } from "./toolbox.js";

export { createApprovalGate };