import { rt as runCli } from "./core.js";

export { runCli };