/** How an author hides an element: the one list for texts of GitHub and pages of the web. Imports nothing, since it runs in the cell too. */

/**
 * How an author hides an element. GitHub's pages drop these attributes and show the text; mail and feeds keep some of them, and text
 * that is meant for readers carries none.
 */
export const HIDING =
  /\shidden(?=[\s=/>])|\sstyle\s*=\s*(?:"[^"]*|'[^']*|[^\s>]*)(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?!\.[1-9])|font-size\s*:\s*(?:0(?![.\d]*[1-9])|[12](?:\.\d+)?(?:px|pt))|color\s*:\s*(?:transparent|white\b|#fff|rgba?\(\s*255|rgba\((?:(?!rgba\()[^)])*,\s*(?:(?=[.0])0?\.?0*\s*)?\)|hsl)|scale\(\s*0|opacity\(\s*0|z-index\s*:\s*-|(?:left|top|text-indent)\s*:\s*-\d{3}|(?:max-)?(?:height|width)\s*:\s*0(?!\.?\d*[1-9])|clip(?:-path)?\s*:)/i;
