import { t as parsePrompt } from "./persona.js";

export { parsePrompt };