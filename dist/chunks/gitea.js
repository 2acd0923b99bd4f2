import { u as giteaRequest } from "./job.js";

export { giteaRequest };