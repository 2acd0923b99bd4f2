import { c as putIntoCheckout } from "./core.js";

export { putIntoCheckout };