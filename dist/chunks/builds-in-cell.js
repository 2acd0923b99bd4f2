import { n as buildsInCell } from "./doctor.js";

export { buildsInCell };