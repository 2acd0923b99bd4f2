import { L as runCli } from "./core.js";

export { runCli };