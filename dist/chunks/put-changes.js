import { t as putChanges } from "./git.js";

export { putChanges };