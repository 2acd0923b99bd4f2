import { n as SEARCHES } from "./web.js";

export { SEARCHES };