import { f as giteaRequest } from "./github.js";

export { giteaRequest };