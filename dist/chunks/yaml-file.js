import { a as invalidFile, o as readYaml, s as unknownName } from "./persona.js";

export { invalidFile, readYaml, unknownName };