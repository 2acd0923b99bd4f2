import { r as loadSkills } from "./persona.js";

export { loadSkills };