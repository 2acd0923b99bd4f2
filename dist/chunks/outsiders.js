import { g as admitOutsider } from "./job.js";

export { admitOutsider };