import { H as require_dist_cjs } from "./bedrock.js";

export default require_dist_cjs();

export {  };