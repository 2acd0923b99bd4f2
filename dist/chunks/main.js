import { S as runCli } from "./core.js";

export { runCli };