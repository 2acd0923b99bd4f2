import { ht as runCli } from "./core.js";

export { runCli };