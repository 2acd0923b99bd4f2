import { i as putIntoCheckout } from "./core.js";

export { putIntoCheckout };