/** Notes of the engine behind a tool's output, marked as the reminders that the system prompt explains. */

const BEGIN = "\n\n<system-reminder>\n";

/** The output with the notes behind it. */
export function withNotes(output: string, notes: readonly (string | undefined)[]): string {
  const said = notes.filter((note) => note !== undefined);
  return said.length === 0 ? output : `${output}${BEGIN}${said.join("\n\n")}\n</system-reminder>`;
}

/** The output without notes. An output that holds such a mark itself ends there too, the first time as every other time. */
export function withoutNotes(content: string): string {
  const start = content.indexOf(BEGIN);
  return start === -1 ? content : content.slice(0, start);
}
