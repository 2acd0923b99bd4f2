import { dt as runCli } from "./core.js";

export { runCli };