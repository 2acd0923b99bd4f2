import { Bt as readStandardInput, Rt as afterSeconds, zt as readPipedInput } from "./core.js";

export { readPipedInput };