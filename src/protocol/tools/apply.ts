/** Fast-apply: an edit that leaves out what stays, and that a model brings into the whole file. */

export interface SketchedEdit {
  /** The whole file, with line feeds. */
  readonly text: string;
  /** What the first model wrote of it, with marks for what it left out. */
  readonly sketch: string;
  readonly instructions: string;
}

/** The whole new file, and the model that wrote it. Throws `tool.input` where none comes. */
export type ApplySketch = (
  edit: SketchedEdit,
  signal: AbortSignal,
) => Promise<{ readonly text: string; readonly model: string }>;
