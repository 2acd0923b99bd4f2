import { x as giteaRequest } from "./github.js";

export { giteaRequest };