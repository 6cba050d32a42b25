import { LatexSource } from './latex-source'
import { accented, isAccent, latexSign } from './latex-signs'

/** Commands that say nothing to a reader, with how many arguments go with them. */
const silent: Readonly<Record<string, number>> = {
  ...{ label: 1, index: 1, vspace: 1, hspace: 1, includegraphics: 1, usepackage: 1, documentclass: 1, setlength: 2 },
  ...{ setcounter: 2, addtocounter: 2, addtolength: 2, newcommand: 2, renewcommand: 2, providecommand: 2, def: 2 },
  ...{
    newenvironment: 3,
    renewenvironment: 3,
    pagestyle: 1,
    thispagestyle: 1,
    hypersetup: 1,
    definecolor: 3,
    color: 1,
  },
  ...{ fontsize: 2, nocite: 1, addcontentsline: 3, phantom: 1, vphantom: 1, hphantom: 1, geometry: 1, graphicspath: 1 },
  ...{ theoremstyle: 1, newtheorem: 2, DeclareMathOperator: 2, cline: 1, cmidrule: 1, rule: 2, bibliographystyle: 1 },
  ...{
    bibliography: 1,
    addbibresource: 1,
    textcolor: 1,
    colorbox: 1,
    setmainfont: 1,
    setCJKmainfont: 1,
    pagenumbering: 1,
  },
  ...{
    lstset: 1,
    captionsetup: 1,
    resizebox: 2,
    scalebox: 1,
    parbox: 1,
    raisebox: 1,
    rowcolor: 1,
    cellcolor: 1,
    hskip: 0,
  },
  ...{ multirow: 2, write: 0, let: 2, RequirePackage: 1, usetikzlibrary: 1, markboth: 2, markright: 1, thanks: 1 },
}
const references = new Set(['ref', 'eqref', 'pageref', 'autoref', 'cref', 'Cref', 'nameref', 'vref'])
const deepest = 40
const longestFormula = 5000

/** The text of a stretch of LaTeX without its commands; formulas stay as they are written. */
export function latexText(source: string, depth = 0): string {
  if (depth > deepest) return source.replace(/\\[a-zA-Z]+|[{}]/gu, ' ')
  const reader = new LatexSource(source)
  let text = ''
  while (!reader.isAtEnd) text += inlineAt(reader, depth)
  return text
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/gu, '\n')
    .trim()
}

/** Reads one sign, command or formula; returns what it says. */
export function inlineAt(reader: LatexSource, depth: number): string {
  const next = reader.peek()
  if (next === '\\') return commandText(reader, depth)
  if (next === '%') {
    reader.until('\n')
    return ''
  }
  if (next === '$') return formula(reader)
  reader.at += 1
  if (next === '{' || next === '}') return ''
  if (next === '~' || next === '\n') return ' '
  if (next === '-' && reader.peek() === '-') {
    reader.at += 1
    if (reader.peek() !== '-') return '–'
    reader.at += 1
    return '—'
  }
  if ((next === '`' || next === "'") && reader.peek() === next) {
    reader.at += 1
    return next === '`' ? '“' : '”'
  }
  return next
}

function formula(reader: LatexSource): string {
  const from = reader.at
  const mark = reader.text.startsWith('$$', from) ? '$$' : '$'
  const end = reader.text.indexOf(mark, from + mark.length)
  const inside = reader.text.slice(from, end + mark.length)
  // A sign that nothing closes is a sum of money.
  if (end === -1 || inside.length > longestFormula || /\n[^\S\n]*\n/u.test(inside)) {
    reader.at += mark.length
    return mark
  }
  reader.at = end + mark.length
  return inside.replace(/\s+/gu, ' ')
}

function commandText(reader: LatexSource, depth: number): string {
  const from = reader.at
  const name = reader.command()
  if (
    isAccent(name) &&
    !(name.length === 1 && /[a-zA-Z]/u.test(name) && reader.peek() !== '{' && reader.peek() !== ' ')
  )
    return accented(name, latexText(reader.argument(), depth + 1)) ?? ''
  const sign = latexSign(name)
  if (sign !== undefined) {
    skipOneSpace(reader)
    return sign
  }
  if (name === '\\') {
    reader.option()
    return '\n'
  }
  if (name === '(' || name === '[') {
    reader.until(name === '(' ? '\\)' : '\\]')
    return reader.text.slice(from, reader.at)
  }
  if (name.length === 1 && !/[a-zA-Z]/u.test(name)) return /[%&$#_{}]/u.test(name) ? name : ' '
  if (references.has(name)) return reader.argument()
  if (/cite/iu.test(name)) return citation(reader)
  if (name === 'href') {
    const address = reader.argument()
    return latexText(reader.argument(), depth + 1) || address
  }
  if (name === 'url' || name === 'path') return reader.argument()
  if (name === 'footnote') return ` (${latexText(reader.argument(), depth + 1)})`
  if (name === 'verb' || name === 'lstinline') return verbatim(reader)
  if (name === 'multicolumn') {
    reader.argument()
    reader.argument()
    return latexText(reader.argument(), depth + 1)
  }
  while (reader.peek() === '[' && reader.option() !== undefined) continue
  const count = Object.hasOwn(silent, name) ? (silent[name] ?? 0) : 0
  for (let left = count; left > 0; left -= 1) {
    reader.argument()
    while (reader.option() !== undefined) continue
  }
  if (count === 0) skipOneSpace(reader)
  return ''
}

/** White space after a command only ends its name. */
function skipOneSpace(reader: LatexSource): void {
  if (reader.peek() === ' ') reader.at += 1
  if (reader.text.startsWith('{}', reader.at)) reader.at += 2
}

function citation(reader: LatexSource): string {
  const notes: string[] = []
  for (let note = reader.option(); note !== undefined; note = reader.option()) if (note !== '') notes.push(note)
  return `[${[reader.braced().replace(/\s*,\s*/gu, ', '), ...notes.map((note) => latexText(note, deepest))].join(', ')}]`
}

function verbatim(reader: LatexSource): string {
  reader.option()
  const mark = reader.peek()
  if (mark === '{') return reader.braced()
  reader.at += 1
  return reader.until(mark)
}
