import { Lt as dropPut, Rt as putIntoCheckout, zt as takeBackPut } from "./core.js";

export { putIntoCheckout };