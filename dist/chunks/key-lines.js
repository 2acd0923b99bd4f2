import { S as keysBrought } from "./git.js";

export { keysBrought };