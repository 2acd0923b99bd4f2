import { S as runEvent } from "./github.js";

export { runEvent };