/** The program's version. A test keeps it equal to package.json, which would cost a file read at start. */

export const VERSION = "0.1.0";
