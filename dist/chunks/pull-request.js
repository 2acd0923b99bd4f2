import { n as proposeFiles } from "./init.js";

export { proposeFiles };