import { n as runStreamInput } from "./wire.js";

export { runStreamInput };