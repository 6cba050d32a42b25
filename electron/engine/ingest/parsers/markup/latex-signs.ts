/** Combining marks by the command that puts them on a letter. */
const marks: Readonly<Record<string, string>> = {
  ...{ '`': '\u0300', "'": '\u0301', '^': '\u0302', '~': '\u0303', '=': '\u0304', '.': '\u0307', '"': '\u0308' },
  ...{ u: '\u0306', r: '\u030a', H: '\u030b', v: '\u030c', d: '\u0323', c: '\u0327', k: '\u0328', b: '\u0331' },
}

const signs: Readonly<Record<string, string>> = {
  ...{
    ldots: '…',
    dots: '…',
    textellipsis: '…',
    textendash: '–',
    textemdash: '—',
    textbackslash: '\\',
    S: '§',
    P: '¶',
  },
  ...{ LaTeX: 'LaTeX', TeX: 'TeX', BibTeX: 'BibTeX', LaTeXe: 'LaTeX2e', copyright: '©', textregistered: '®' },
  ...{ ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', aa: 'å', AA: 'Å', i: 'ı', j: 'ȷ' },
  ...{ dag: '†', ddag: '‡', euro: '€', texteuro: '€', pounds: '£', textsterling: '£', textdegree: '°', degree: '°' },
  ...{
    textquotedblleft: '“',
    textquotedblright: '”',
    textquoteleft: '‘',
    textquoteright: '’',
    textbar: '|',
    textasciitilde: '~',
  },
  ...{
    quad: ' ',
    qquad: ' ',
    enspace: ' ',
    thinspace: ' ',
    newline: '\n',
    linebreak: '\n',
    textbullet: '•',
    cdots: '⋯',
  },
  ...{ times: '×', pm: '±', percent: '%', and: ', ', guillemotleft: '«', guillemotright: '»', textasciicircum: '^' },
}

/** The sign a command stands for; undefined where it stands for none. */
export function latexSign(command: string): string | undefined {
  return Object.hasOwn(signs, command) ? signs[command] : undefined
}

/** A letter with the accent of a command such as `"`; undefined where the command is no accent. */
export function accented(command: string, letter: string): string | undefined {
  const mark = Object.hasOwn(marks, command) ? marks[command] : undefined
  if (mark === undefined) return undefined
  const bare = letter.replace('ı', 'i').replace('ȷ', 'j').trim()
  return bare === '' ? '' : (bare.charAt(0) + mark).normalize('NFC') + bare.slice(1)
}

export function isAccent(command: string): boolean {
  return Object.hasOwn(marks, command)
}
