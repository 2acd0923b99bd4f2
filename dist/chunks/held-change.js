import { n as heldChange } from "./git.js";

export { heldChange };