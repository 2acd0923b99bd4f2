import { k as judgeChange } from "./toolbox.js";

export { judgeChange };