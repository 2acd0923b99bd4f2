import { Ot as readPipedInput, kt as readStandardInput } from "./core.js";

export { readPipedInput };