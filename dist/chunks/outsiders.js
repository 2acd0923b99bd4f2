import { u as admitOutsider } from "./job.js";

export { admitOutsider };