import { en as dropPut, nn as takeBackPut, tn as putIntoCheckout } from "./core.js";

export { putIntoCheckout };