import { g as giteaRequest } from "./job.js";

export { giteaRequest };