import { Bt as takeBackPut, Rt as dropPut, zt as putIntoCheckout } from "./core.js";

export { putIntoCheckout };