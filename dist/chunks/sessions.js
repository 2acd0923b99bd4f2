import { r as sessionsCommand } from "./commands.js";

export { sessionsCommand };