import { at as readPipedInput, ot as readStandardInput } from "./core.js";

export { readPipedInput };