import { t as withXmlTools } from "./xml-tools.js";

export { withXmlTools };