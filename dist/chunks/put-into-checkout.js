import { Gt as dropPut, Kt as putIntoCheckout, qt as takeBackPut } from "./core.js";

export { putIntoCheckout };