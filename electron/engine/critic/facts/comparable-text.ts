import { withoutLinkMarks } from '@engine/text/note-links'

const halves: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' }

/** A text in the one form that texts are compared in; what `cite.ts` does to line breaks, footnote marks and links is gone. */
export function plainText(text: string): string {
  return withoutLinkMarks(text)
    .replace(/(\d)?([½¼¾])/gu, (_, digit: string | undefined, half: string) => `${digit ?? '0'}${halves[half] ?? ''}`)
    .normalize('NFKC')
    .replace(/[‐‑‒–—―−]/gu, '-')
    .replace(/[“”„«»]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(/\s+/gu, ' ')
    .replace(/(?<=[\p{Script=Han}，。、；：,;:)]) (?=\p{Script=Han})/gu, '')
    .trim()
}

const maxShown = 80

/** Words as an issue quotes them: no more than a line. */
export function shown(words: string): string {
  const characters = Array.from(words)
  return characters.length > maxShown ? `${characters.slice(0, maxShown - 1).join('')}…` : words
}

const letterOrDigit = /[\p{L}\p{N}]/u
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Whether a source has these words as they stand, white space aside: no half words or numbers, no "not" before them. */
export function holdsVerbatim(source: string, words: string): boolean {
  const [haystack, needle] = [source, words].map((text) => text.replaceAll(' ', '')) as [string, string]
  if (needle === '') return false
  const spaced = new Set(gapsOf(source))
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + 1)) {
    const end = at + needle.length
    if (!isInsideWord(haystack, at, spaced) && !isInsideWord(haystack, end, spaced) && !isNegated(haystack, at)) {
      return true
    }
  }
  return false
}

/** Where a text without its spaces had one. */
function* gapsOf(text: string): Generator<number> {
  let removed = 0
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) {
    yield at - removed
    removed += 1
  }
}

function isInsideWord(text: string, at: number, spaced: ReadonlySet<number>): boolean {
  if (at <= 0 || at >= text.length || spaced.has(at)) return false
  const [before, after] = [text.charAt(at - 1), text.charAt(at)]
  if (unspaced.test(before) || unspaced.test(after)) return false
  if (letterOrDigit.test(before) && letterOrDigit.test(after)) return true
  // 1,200 and 3.5 are one number each.
  return /[.,]/u.test(before) && /\d/u.test(after) && /\d/u.test(text.charAt(at - 2))
}

function isNegated(text: string, at: number): boolean {
  return /(?:不|没有|没|未|并非|禁止)$|\bnot$/u.test(text.slice(Math.max(0, at - 3), at))
}
