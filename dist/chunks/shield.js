import { F as shieldProcess } from "./core.js";

export { shieldProcess };