import { t as tellTooMany } from "./github.js";

export { tellTooMany };