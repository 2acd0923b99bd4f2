import { t as readImported } from "./commands.js";

export { readImported };