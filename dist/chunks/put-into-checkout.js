import { r as putIntoCheckout } from "./core.js";

export { putIntoCheckout };