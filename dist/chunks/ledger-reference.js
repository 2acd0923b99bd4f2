import { w as createLedgerRef } from "./github.js";

export { createLedgerRef };