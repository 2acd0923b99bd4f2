import { _ as giteaRequest } from "./job.js";

export { giteaRequest };