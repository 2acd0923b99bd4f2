import { n as replay } from "./replay2.js";

export { replay };