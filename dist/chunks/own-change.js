import { a as ownChange } from "./git.js";

export { ownChange };