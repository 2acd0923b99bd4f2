import { d as giteaRequest } from "./job.js";

export { giteaRequest };