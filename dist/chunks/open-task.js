import { l as openTask } from "./github.js";

export { openTask };