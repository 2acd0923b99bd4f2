/** Which refusals of a git server a moment's patience does not change. */

const PERMANENT = /\b40[134]\b|denied|permission|read-only|not allowed|hook declined|GH\d{3}/i;

/** A right that is missing is missing a moment later; a server that is busy is not. `said`: the server's words. */
export function isPermanentRefusal(said: string): boolean {
  return PERMANENT.test(said);
}
