import { Gt as putIntoCheckout, Kt as takeBackPut, Wt as dropPut } from "./core.js";

export { putIntoCheckout };