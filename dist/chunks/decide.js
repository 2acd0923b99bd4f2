import { s as decide } from "./github.js";

export { decide };