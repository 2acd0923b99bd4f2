import { m as giteaRequest } from "./job.js";

export { giteaRequest };