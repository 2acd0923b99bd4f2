import { u as runEvent } from "./github.js";

export { runEvent };