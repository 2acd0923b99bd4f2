import { _t as runCli } from "./core.js";

export { runCli };