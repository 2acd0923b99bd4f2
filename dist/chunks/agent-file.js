import { a as loadAgentFile } from "./persona.js";

export { loadAgentFile };