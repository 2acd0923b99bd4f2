import { $t as dropPut, en as putIntoCheckout, tn as takeBackPut } from "./core.js";

export { putIntoCheckout };