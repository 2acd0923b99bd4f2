/** The program's version. A test keeps it equal to package.json; a constant costs no file read at start. */

export const VERSION = "0.1.0";
