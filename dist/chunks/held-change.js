import { t as heldChange } from "./git.js";

export { heldChange };