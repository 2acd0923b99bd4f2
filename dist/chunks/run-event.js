import { c as runEvent } from "./github.js";

export { runEvent };