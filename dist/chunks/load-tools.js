import { t as loadCustomTools } from "./persona.js";

export { loadCustomTools };