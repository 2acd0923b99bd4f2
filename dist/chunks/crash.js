import { hi as crashAt, mi as armCrash, pi as EFFECTS } from "./core.js";

export { armCrash };