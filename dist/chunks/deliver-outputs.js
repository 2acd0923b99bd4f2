import { a as deliverOutputs, i as areCarriedOut } from "./github.js";

export { areCarriedOut, deliverOutputs };