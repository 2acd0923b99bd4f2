import { p as admitOutsider } from "./job.js";

export { admitOutsider };