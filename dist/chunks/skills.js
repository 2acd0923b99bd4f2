import { n as loadSkills } from "./persona.js";

export { loadSkills };