import { p as runEvent } from "./github.js";

export { runEvent };