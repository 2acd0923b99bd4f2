import { mt as runCli } from "./core.js";

export { runCli };