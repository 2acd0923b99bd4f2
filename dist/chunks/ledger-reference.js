import { s as createLedgerRef } from "./github.js";

export { createLedgerRef };