/** Fast-apply: the main model sketches an edit without the unchanged lines, and another model applies it to the whole file. */

export interface SketchedEdit {
  /** The whole file, with line feeds. */
  readonly text: string;
  /** The edit as the main model wrote it, with marks for the lines that it left out. */
  readonly sketch: string;
  readonly instructions: string;
}

/** Returns the whole new file and the model that wrote it. Throws `tool.input` when there is no answer. */
export type ApplySketch = (
  edit: SketchedEdit,
  signal: AbortSignal,
) => Promise<{ readonly text: string; readonly model: string }>;
