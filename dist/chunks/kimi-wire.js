import { t as createKimiWire } from "./wire.js";

export { createKimiWire };