import { r as ownChange } from "./git.js";

export { ownChange };