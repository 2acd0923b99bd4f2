import { l as carry, u as placingOf } from "./git.js";

export { carry };