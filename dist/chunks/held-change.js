import { r as heldChange } from "./git.js";

export { heldChange };