import { Mt as readPipedInput, Nt as readStandardInput } from "./core.js";

export { readPipedInput };