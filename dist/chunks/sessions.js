import { i as sessionsCommand } from "./commands.js";

export { sessionsCommand };