import { Jt as putIntoCheckout, Yt as takeBackPut, qt as dropPut } from "./core.js";

export { putIntoCheckout };