"""Writes the HTML that GitHub's own parser makes of each text: JSON strings, one a line, in both directions."""

import json
import sys

from cmarkgfm import _cmark, cmark

OPTIONS = cmark.Options.CMARK_OPT_UNSAFE | cmark.Options.CMARK_OPT_FOOTNOTES
EXTENSIONS = ["table", "strikethrough", "autolink", "tasklist"]

version = _cmark.ffi.string(_cmark.lib.cmark_version_string()).decode()
if version != "0.29.0.gfm.13":
    sys.exit(f"cmarkgfm brings cmark-gfm {version}, not 0.29.0.gfm.13")
for line in sys.stdin:
    html = cmark.markdown_to_html_with_extensions(json.loads(line), OPTIONS, EXTENSIONS)
    print(json.dumps(html))
