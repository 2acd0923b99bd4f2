/** The style of the page: light and dark, for screens from 390 px and for paper. */

export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1f2328;--quiet:#59636e;--line:#d1d9e0;--area:#f6f8fa;--link:#0969da;--good:#1a7f37;--bad:#d1242f;--wait:#9a6700;--plus:#dafbe1;--minus:#ffebe9;--model:#54aeff;--tool:#4ac26b;--money:#c297ff}
@media(prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--quiet:#9198a1;--line:#3d444d;--area:#151b23;--link:#4493f8;--good:#3fb950;--bad:#f85149;--wait:#d29922;--plus:#12261e;--minus:#2d1517;--model:#1f6feb;--tool:#238636;--money:#8957e5}}
*{box-sizing:border-box}
html{scroll-padding-top:56px}
body{margin:0 auto;max-width:1080px;padding:24px 20px 60px;background:var(--bg);color:var(--fg);font:15px/1.55 system-ui,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
code,pre,.mono{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{overflow-wrap:anywhere}
img{display:block;max-width:100%;margin:4px 0;border:1px solid var(--line);border-radius:5px}
pre{margin:4px 0;padding:8px 10px;max-height:440px;overflow:auto;background:var(--area);border-radius:5px;white-space:pre-wrap;overflow-wrap:anywhere}
h1{margin:0;font-size:24px;line-height:1.3}
h2{margin:34px 0 10px;padding-bottom:6px;border-bottom:1px solid var(--line);font-size:18px}
h3{margin:0 0 6px;font-size:15px}
summary{cursor:pointer}
.quiet{color:var(--quiet);font-size:13px}.good{color:var(--good)}.bad{color:var(--bad)}.wait{color:var(--wait)}
.verdict{padding:2px 0 2px 16px;border-left:5px solid var(--line)}
.verdict.good{border-color:var(--good);color:inherit}.verdict.bad{border-color:var(--bad);color:inherit}.verdict.wait{border-color:var(--wait);color:inherit}
.verdict p{margin:6px 0;white-space:pre-wrap;overflow-wrap:anywhere}
.facts{display:flex;flex-wrap:wrap;gap:6px;margin:12px 0 0;padding:0;list-style:none}
.facts li{padding:1px 10px;border:1px solid var(--line);border-radius:20px;font-size:13px;overflow-wrap:anywhere}
.file{margin:10px 0;border:1px solid var(--line);border-radius:6px;overflow:hidden}
.file>summary{padding:7px 12px;background:var(--area);overflow-wrap:anywhere}
.by{padding:4px 12px;border-top:1px solid var(--line);background:var(--area);color:var(--quiet);font-size:13px;overflow-wrap:anywhere}
.wide{overflow-x:auto}
.diff{width:100%;border-collapse:collapse}
.diff td{padding:0 8px;white-space:pre;vertical-align:top}.diff code{overflow-wrap:normal}
.diff .no{width:1%;color:var(--quiet);text-align:right;font:12px/1.6 ui-monospace,monospace;user-select:none}
.diff .sign{width:1%;padding:0;user-select:none}
.diff .plus{background:var(--plus)}.diff .minus{background:var(--minus)}
.list{margin:0;padding:0;list-style:none}
.list li{margin:6px 0;padding:6px 12px;border:1px solid var(--line);border-left:4px solid var(--wait);border-radius:6px;overflow-wrap:anywhere}
.list li.bad{border-left-color:var(--bad);color:inherit}.list li.good{border-left-color:var(--good);color:inherit}.list li.wait{color:inherit}
.list b{display:inline-block}.list b::first-letter{text-transform:uppercase}
.chart{width:100%;border-collapse:collapse}
.chart td,.chart th{padding:1px 6px;font-size:13px;font-weight:400;text-align:left;white-space:nowrap}
.chart svg{display:block;width:100%;height:12px}.chart .bar{width:44%}
.chart tr:hover{background:var(--area)}
.model{fill:var(--model);background:var(--model)}.tool{fill:var(--tool);background:var(--tool)}.money{fill:var(--money);background:var(--money)}
.key{display:inline-block;width:10px;height:10px;margin:0 4px 0 12px}
nav{display:flex;flex-wrap:wrap;gap:6px;position:sticky;top:0;z-index:1;padding:8px 0;background:var(--bg)}
nav button,nav input{min-height:32px;padding:4px 10px;border:1px solid var(--line);border-radius:6px;background:var(--area);color:var(--fg);font:13px system-ui,sans-serif}
nav button[aria-pressed=true]{border-color:var(--link);background:var(--link);color:#fff}
nav input{flex:1;min-width:120px}
.step{margin:16px 0;padding-left:12px;border-left:2px solid var(--line)}
.step:target,.step.here{border-color:var(--link)}
.step h3 a{color:inherit}
.say{margin:4px 0 8px;white-space:pre-wrap;overflow-wrap:anywhere}
.note{margin:4px 0;color:var(--quiet);font-size:13px;white-space:pre-wrap;overflow-wrap:anywhere}
.note.bad{color:var(--bad)}.note.waits{color:var(--wait)}
.call{margin:5px 0;border:1px solid var(--line);border-radius:6px}
.call>summary{display:flex;gap:8px;align-items:baseline;padding:5px 10px;list-style:none}
.call>summary::-webkit-details-marker{display:none}
.call .what{flex:1;overflow-wrap:anywhere}
.call>summary small{color:var(--quiet);text-align:right}
.call .part{padding:4px 12px;border-top:1px solid var(--line)}
.call .part b{color:var(--quiet);font-size:12px;font-weight:600}
.mark{font-weight:700}
.agent{margin:8px 0;padding:4px 12px;border:1px dashed var(--line);border-radius:6px}
.inv{padding:0 2px;border-radius:3px;background:var(--minus);color:var(--bad);font-size:11px}
[hidden]{display:none!important}
@media(max-width:600px){body{padding:12px 12px 40px}h1{font-size:20px}.call>summary{flex-wrap:wrap}.call>summary small{flex-basis:100%;padding-left:20px;text-align:left}.chart .bar{width:30%}.chart .far{display:none}}
@media print{nav{display:none}pre{max-height:none}body{max-width:none}.diff td{white-space:pre-wrap}}
`;
