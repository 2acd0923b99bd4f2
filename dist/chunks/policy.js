import { a as policyCommand } from "./commands.js";

export { policyCommand };