import { U as runCli } from "./core.js";

export { runCli };