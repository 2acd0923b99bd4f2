import { b as keysBrought } from "./git.js";

export { keysBrought };