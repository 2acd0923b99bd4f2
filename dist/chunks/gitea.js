import { f as giteaRequest } from "./job.js";

export { giteaRequest };