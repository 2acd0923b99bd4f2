import { o as policyCommand } from "./commands.js";

export { policyCommand };