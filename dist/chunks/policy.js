import { i as policyCommand } from "./commands.js";

export { policyCommand };