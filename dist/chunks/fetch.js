import { r as fetchPage } from "./web.js";

export { fetchPage };