import { nt as readStandardInput, tt as readPipedInput } from "./core.js";

export { readPipedInput };