import { St as readStandardInput, bt as afterSeconds, xt as readPipedInput } from "./core.js";

export { readPipedInput };