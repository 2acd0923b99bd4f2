import { S as giteaRequest } from "./job.js";

export { giteaRequest };