import { d as runEvent } from "./github.js";

export { runEvent };