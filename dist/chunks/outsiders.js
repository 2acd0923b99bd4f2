import { f as admitOutsider } from "./github.js";

export { admitOutsider };