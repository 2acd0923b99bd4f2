import { At as crashAt, Ot as EFFECTS, kt as armCrash } from "./front.js";

export { armCrash };