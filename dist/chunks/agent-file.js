import { i as loadAgentFile } from "./persona.js";

export { loadAgentFile };