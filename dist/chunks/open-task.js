import { f as openTask } from "./github.js";

export { openTask };