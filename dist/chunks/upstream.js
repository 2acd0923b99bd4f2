import { c as connectThrough, l as upstreamFor } from "./network.js";

export { upstreamFor };