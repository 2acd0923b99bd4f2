import { a as handOver } from "./github.js";

export { handOver };