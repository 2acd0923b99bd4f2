import { x as keysBrought } from "./git.js";

export { keysBrought };