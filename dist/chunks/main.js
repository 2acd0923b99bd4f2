import { ft as runCli } from "./core.js";

export { runCli };