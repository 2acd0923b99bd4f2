import { a as runCli } from "./core.js";

export { runCli };