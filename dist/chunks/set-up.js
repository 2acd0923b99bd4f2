import { n as setUp } from "./core.js";

export { setUp };