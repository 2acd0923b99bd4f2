import { r as doctorCommand } from "./doctor.js";

export { doctorCommand };