import { a as installBwrap } from "./network.js";

export { installBwrap };