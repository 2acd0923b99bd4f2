/** Whether one path lies in a folder. Both are absolute, or relative to the same folder; both are normalised and without links. */

/** True also for the folder itself. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}
