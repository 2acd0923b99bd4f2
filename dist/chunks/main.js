import { q as runCli } from "./core.js";

export { runCli };