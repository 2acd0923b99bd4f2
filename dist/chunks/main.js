import { J as runCli } from "./core.js";

export { runCli };