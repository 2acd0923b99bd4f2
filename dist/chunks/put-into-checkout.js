import { Ft as dropPut, It as putIntoCheckout, Lt as takeBackPut } from "./core.js";

export { putIntoCheckout };