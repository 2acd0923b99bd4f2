import { lt as readPipedInput, ut as readStandardInput } from "./core.js";

export { readPipedInput };