import { r as policyCommand } from "./commands.js";

export { policyCommand };