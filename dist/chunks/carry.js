import { c as carry, l as placingOf } from "./git.js";

export { carry };