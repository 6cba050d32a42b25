/** The look of exported pages: values of renderer/theme/tokens.css, where they are explained. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #fffefb; --canvas: #f7f5f1; --sunken: #efece6; --line: #e3dfd7; --line-strong: #cdc7bc;
  --ink: #1d1b18; --ink-soft: #57534c; --ink-faint: #6f6a62;
  --accent: #2f5d8a; --accent-soft: #e4edf5; --mark: #ffe9a6; --mark-ink: #2b2100; --failed: #b02a25;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1b1a18; --canvas: #151412; --sunken: #100f0e; --line: #302d29; --line-strong: #48443e;
    --ink: #f1eee8; --ink-soft: #bdb7ad; --ink-faint: #a09a90;
    --accent: #8db8e2; --accent-soft: #22303e; --mark: #5c4a10; --mark-ink: #fff6d9; --failed: #f2938c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--canvas); color: var(--ink);
  font: 1rem/1.6 'Inter Variable', Inter, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', system-ui, sans-serif;
  overflow-wrap: anywhere;
}
:lang(zh) body { line-height: 1.75; }
main { max-width: 48rem; margin: 0 auto; padding: 2.5rem 2rem; background: var(--paper); min-height: 100vh; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 0.25rem; }
h2 { font-size: 1.25rem; line-height: 1.4; margin: 0 0 1rem; white-space: pre-wrap; }
h3, h4, h5, h6 { font-size: 1rem; margin: 1.25rem 0 0.5rem; }
.dates, .place, .check, footer { color: var(--ink-faint); font-size: 0.8125rem; }
.status { color: var(--failed); font-size: 0.875rem; }
nav { margin: 1.5rem 0; padding: 0.75rem 1rem; background: var(--sunken); border-radius: 0.375rem; font-size: 0.875rem; }
nav ol { margin: 0.25rem 0 0; padding-inline-start: 2rem; }
article { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: 1.5rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a.cite { text-decoration: none; font-size: 0.8125rem; padding: 0 0.1em; border-radius: 0.25rem; background: var(--accent-soft); white-space: nowrap; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.9375rem; }
th, td { border: 1px solid var(--line-strong); padding: 0.25rem 0.75rem; vertical-align: top; text-align: start; }
pre, code { font-family: 'JetBrains Mono Variable', 'Noto Sans Mono CJK SC', ui-monospace, monospace; font-size: 0.875rem; }
pre { background: var(--sunken); padding: 0.75rem 1rem; border-radius: 0.375rem; white-space: pre-wrap; }
blockquote { margin: 0.5rem 0; padding: 0.25rem 1rem; border-inline-start: 3px solid var(--line-strong); color: var(--ink-soft); }
.passage { white-space: pre-wrap; font-size: 0.9375rem; }
mark { background: var(--mark); color: var(--mark-ink); border-radius: 0.125rem; }
.sources { list-style: none; margin: 0; padding: 0; }
.sources > li { margin: 1rem 0; padding: 0.5rem; border-radius: 0.375rem; }
.sources > li:target { background: var(--accent-soft); }
.sources p { margin: 0; }
.name { font-weight: 600; }
@media print {
  :root { color-scheme: light; --paper: #fff; --canvas: #fff; --sunken: #f4f2ee; --line: #ccc; --line-strong: #999; --ink: #000;
    --ink-soft: #333; --ink-faint: #555; --accent: #000; --accent-soft: transparent; --mark: #ffe9a6; --mark-ink: #000; --failed: #000; }
  main { max-width: none; padding: 0; min-height: 0; }
  a, a.cite { text-decoration: none; }
  nav, .back { display: none; }
  h2, h3, .place { break-after: avoid; }
  tr { break-inside: avoid; }
  .sources > li > p { break-after: avoid; }
  .passage { orphans: 3; widows: 3; }
  article + article { break-before: page; }
  mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`
