/** More matches than anyone steps through; counting on would only cost time. */
export const mostMatches = 10_000

const signs: Readonly<Record<string, string>> = {
  '\u0130': 'i',
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u3000': ' ',
}

/** A text as a search compares it, without case, width, curly quotes and kinds of space. Offsets stay the same. */
export function foldText(text: string): string {
  return text
    .replace(/[\u0130\u2018\u2019\u201c\u201d\u2010\u2011\u3000]/gu, (sign) => signs[sign] ?? sign)
    .replace(/[\uff01-\uff5e]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[^\S ]/gu, ' ')
    .toLowerCase()
}

/** Where a folded query stands in a folded text, from left to right without overlap; at most `mostMatches`. */
export function findAll(folded: string, query: string): number[] {
  const found: number[] = []
  if (query.trim() === '') return found
  for (let at = folded.indexOf(query); at !== -1; at = folded.indexOf(query, at + query.length)) {
    found.push(at)
    if (found.length >= mostMatches) break
  }
  return found
}

/** A text that is searched again and again; it is folded once, at the first search. */
export class TextSearch {
  #folded: string | undefined

  constructor(readonly text: string) {}

  /** Where the query stands, and the length of each match. */
  find(query: string): { found: readonly number[]; length: number } {
    const wanted = foldText(query)
    if (wanted.trim() === '') return { found: [], length: 0 }
    this.#folded ??= foldText(this.text)
    return { found: findAll(this.#folded, wanted), length: wanted.length }
  }
}
