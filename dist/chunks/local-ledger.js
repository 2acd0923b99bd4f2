import { n as createLocalBooks } from "./core.js";

export { createLocalBooks };