import { E as judgeChange } from "./toolbox.js";

export { judgeChange };