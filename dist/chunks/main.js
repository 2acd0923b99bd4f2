import { ot as runCli } from "./core.js";

export { runCli };