import { W as judgeChange } from "./toolbox.js";

export { judgeChange };