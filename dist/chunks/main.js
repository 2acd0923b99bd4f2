import { C as runCli } from "./core.js";

export { runCli };