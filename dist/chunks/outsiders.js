import { h as admitOutsider } from "./github.js";

export { admitOutsider };