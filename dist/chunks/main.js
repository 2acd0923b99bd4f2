import { s as runCli } from "./core.js";

export { runCli };