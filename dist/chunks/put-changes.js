import { i as putChanges, r as prepareChanges } from "./git.js";

export { prepareChanges, putChanges };