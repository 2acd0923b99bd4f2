import { o as carry, s as placingOf } from "./git.js";

export { carry };