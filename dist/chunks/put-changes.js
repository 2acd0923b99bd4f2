import { n as putChanges, t as prepareChanges } from "./git.js";

export { prepareChanges, putChanges };