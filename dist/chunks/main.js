import { at as runCli } from "./core.js";

export { runCli };