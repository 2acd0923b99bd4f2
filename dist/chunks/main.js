import { B as runCli } from "./core.js";

export { runCli };