import { ct as readPipedInput, lt as readStandardInput } from "./core.js";

export { readPipedInput };