import { analyse } from '@engine/text/analyse'
import { baseOf } from '../question/irregular-forms'

/** A word of a script with spaces, as terms are compared. */
export interface Word {
  readonly start: number
  readonly end: number
  /** As written, without the dots of an acronym. */
  readonly raw: string
  /** Lower case, without accents and possessive. */
  readonly folded: string
  readonly stem: string
}

/** A hyphen stands between words, so that "e-mail" and "e mail" are one; U.S. is one word. */
const spacedWord =
  /(?<![\p{L}\p{N}])(?:\p{Lu}\.){2,}(?:\p{Lu}(?!\p{L}))?|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+(?:['’]\p{L}+)?(?:\+\+|#)?/gu
const betweenWords = /^[\s\-‐–.·]{1,3}$/u

/** The words of a text, without those written in Chinese characters. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(spacedWord)].map((match) => {
    const [written] = match
    const raw = written.replaceAll('.', '')
    const folded = foldedWord(raw)
    return { start: match.index, end: match.index + written.length, raw, folded, stem: analyse(raw)[0] ?? folded }
  })
}

const ascii = /^\p{ASCII}*$/u

export function foldedWord(raw: string): string {
  const lower = raw.toLowerCase().replace(/['’]s$/u, '')
  return ascii.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '')
}

/** The base form of a word that stemming leaves apart ("built", "largest"); undefined where none is known. */
export function baseOfWord(word: Word, isKnown: (stem: string) => boolean): Word | undefined {
  const bare = word.folded.endsWith('est') ? word.folded.slice(0, -3) : ''
  const regular = [bare, `${bare}e`, bare.slice(0, -1), bare.replace(/i$/u, 'y')]
  const base =
    baseOf(word.folded) ?? (bare.length > 2 ? regular.find((one) => isKnown(analyse(one)[0] ?? '')) : undefined)
  return base === undefined ? undefined : { ...word, folded: base, stem: analyse(base)[0] ?? base }
}

/** Letters two phrases share from the start of each word; 0 where one word is no inflection of the other. */
export function nearnessOf(phrase: readonly Word[], term: readonly Word[]): number {
  let shared = 0
  for (const [at, { folded, stem }] of term.entries()) {
    const asked = phrase[at]
    if (asked?.stem !== stem) return 0
    let same = 0
    while (same < folded.length && folded[same] === asked.folded[same]) same += 1
    if (same < folded.length - 1) return 0
    shared += same + (asked.folded === folded ? 1 : 0)
  }
  return shared
}

export function areAdjacent(text: string, phrase: readonly Word[]): boolean {
  return phrase.every((word, at) => {
    const before = phrase[at - 1]
    return !before || betweenWords.test(text.slice(before.end, word.start))
  })
}
