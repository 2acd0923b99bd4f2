import { n as putChanges } from "./git.js";

export { putChanges };