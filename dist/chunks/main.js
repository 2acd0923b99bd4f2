import { ct as runCli } from "./core.js";

export { runCli };