import { i as createLedgerRef } from "./github.js";

export { createLedgerRef };