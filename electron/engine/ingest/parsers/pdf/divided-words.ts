import { englishDictionary } from '@engine/text/english/english-dictionary'

/** How a document writes its own words, in lower case. */
export interface DocumentWords {
  /** With a hyphen inside a line. */
  readonly hyphenated: ReadonlySet<string>
  /** Without any. */
  readonly plain: ReadonlySet<string>
}

export const noWords: DocumentWords = { hyphenated: new Set(), plain: new Set() }

/** The words that stand inside the lines of a document. */
export function documentWords(lines: Iterable<string>): DocumentWords {
  const hyphenated = new Set<string>()
  const plain = new Set<string>()
  for (const line of lines) {
    for (const [word] of line.matchAll(/(?<!\p{L})\p{L}+(?:[-‐]\p{L}+)?/gu)) {
      const written = word.replace('‐', '-').toLowerCase()
      if (written.includes('-')) hyphenated.add(written)
      else plain.add(written)
    }
  }
  return { hyphenated, plain }
}

/** What becomes of a hyphen between two lines: it goes, it stays with nothing behind it, or a space follows it. */
export function jointOf(before: string, after: string, words: DocumentWords): 'join' | 'keep' | 'space' {
  const written = /\p{L}+(?=[-‐]$)/u.exec(before.slice(-60))?.[0] ?? ''
  const head = written.toLowerCase()
  const tail = /^\p{L}+/u.exec(after)?.[0].toLowerCase() ?? ''
  // Lucene- BM25; pre- and post-war.
  if (/^[\p{Lu}\p{N}]/u.test(after)) return 'keep'
  if (tail === '' || /^(?:and|or|und|oder|et|ou|y|o|to|e)$/u.test(tail)) return 'space'
  if (words.hyphenated.has(`${head}-${tail}`)) return 'keep'
  return words.plain.has(head + tail) || !isCompound(written, tail) ? 'join' : 'keep'
}

/** Two English words in small letters that are none together; in names, another language or doubt a hyphen divides. */
function isCompound(head: string, tail: string): boolean {
  if (!/^[a-z]{2,}$/u.test(head) || !/^[a-z]{3,}$/u.test(tail)) return false
  const dictionary = englishDictionary()
  return !dictionary.has(head + tail) && dictionary.has(head) && dictionary.has(tail)
}
