import { z as runCli } from "./core.js";

export { runCli };