import { a as require_dist } from "./tslib.js";

export default require_dist();

export {  };