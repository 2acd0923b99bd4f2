import { j as judgeChange } from "./toolbox.js";

export { judgeChange };