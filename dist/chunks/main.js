import { st as runCli } from "./core.js";

export { runCli };