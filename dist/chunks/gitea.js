import { p as giteaRequest } from "./job.js";

export { giteaRequest };