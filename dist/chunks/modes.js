import { i as loadModes } from "./persona.js";

export { loadModes };