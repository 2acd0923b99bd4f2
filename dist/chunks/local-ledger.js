import { n as createLocalLedger } from "./core.js";

export { createLocalLedger };