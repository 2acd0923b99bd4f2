import { a as deliverOutputs, i as areCarriedOut } from "./job.js";

export { areCarriedOut, deliverOutputs };