import { $ as readPipedInput, et as readStandardInput } from "./core.js";

export { readPipedInput };