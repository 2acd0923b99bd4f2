import { n as parsePrompt } from "./persona.js";

export { parsePrompt };