import { t as runEvent } from "./github.js";

export { runEvent };