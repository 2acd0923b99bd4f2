import { s as runStreamInput } from "./wire.js";

export { runStreamInput };