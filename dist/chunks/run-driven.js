import { o as runDriven } from "./wire.js";

export { runDriven };