import { n as installBwrap } from "./network.js";

export { installBwrap };