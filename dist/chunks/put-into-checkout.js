import { Jt as takeBackPut, Kt as dropPut, qt as putIntoCheckout } from "./core.js";

export { putIntoCheckout };