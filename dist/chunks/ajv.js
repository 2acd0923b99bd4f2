import { t as require_ajv } from "./schema.js";

export default require_ajv();

export {  };