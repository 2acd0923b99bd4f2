import { r as setUp } from "./core.js";

export { setUp };