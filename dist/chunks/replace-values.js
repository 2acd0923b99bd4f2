import { t as changeValues } from "./toolbox.js";

export { changeValues };