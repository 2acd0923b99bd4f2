import { o as runStreamInput } from "./wire.js";

export { runStreamInput };