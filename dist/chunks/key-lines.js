import { E as keysBrought } from "./git.js";

export { keysBrought };