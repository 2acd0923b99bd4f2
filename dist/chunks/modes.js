import { r as loadModes } from "./persona.js";

export { loadModes };