import { Ft as readPipedInput, It as readStandardInput } from "./core.js";

export { readPipedInput };