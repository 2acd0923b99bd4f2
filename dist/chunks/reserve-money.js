import { t as reserveMoney } from "./core.js";

export { reserveMoney };