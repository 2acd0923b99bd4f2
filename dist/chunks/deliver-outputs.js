import { n as deliverOutputs, t as areCarriedOut } from "./github.js";

export { areCarriedOut, deliverOutputs };