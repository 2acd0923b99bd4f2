import { v as runEvent } from "./github.js";

export { runEvent };