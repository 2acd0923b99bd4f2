import { nt as runCli } from "./core.js";

export { runCli };