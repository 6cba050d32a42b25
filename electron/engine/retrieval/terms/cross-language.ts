import type { Language } from '@engine/text/language'
import { findChinese } from './chinese-terms'
import { otherFormsOf } from '../question/irregular-forms'
import { createNearWords, type NearWordRow, type NearWords } from './near-words'
import { TermIndex, type TermRow } from './term-index'

export interface TermMatch {
  /** As it stands in the question. */
  readonly surface: string
  readonly start: number
  readonly end: number
  /** Best first. */
  readonly translations: readonly string[]
}

/** A bilingual term table, looked up both ways, with what else a language says for a word. */
export interface TermTable {
  /** Another one whenever the rows have changed, for caches; absent where they never do. */
  readonly version?: number | undefined
  /** The longest table terms in a text, left to right, without overlap. */
  match(text: string): TermMatch[]
  /** What documents may say in place of plain Chinese words of a text; absent where nothing is known. */
  near?(text: string): NearWords[]
}

const han = /\p{Script=Han}/u

let versions = 0

/** Builds the table when it is first needed. The user's own rows come first; rows for the same term add up. */
export function createTermTable(
  shipped: readonly TermRow[],
  own: readonly TermRow[] = [],
  near: readonly NearWordRow[] = [],
): TermTable {
  versions += 1
  let made: TermIndex | undefined
  return {
    version: versions,
    near: createNearWords(near),
    match(text) {
      const index = (made ??= new TermIndex([...shipped, ...own], shipped.length))
      return [...index.findEnglish(text), ...findChinese(text, index)]
        .toSorted((a, b) => a.start - b.start)
        .map(({ start, end, translations }) => ({ surface: text.slice(start, end), start, end, translations }))
    },
  }
}

/** Translations of one term that are searched. */
export const maxTranslations = 3
/** Words that are the same in every language: codes, versions, numbers, acronyms. */
const identifier = /(?=[A-Za-z0-9_.-]*(?:\d|_|[A-Z]{2}))[A-Za-z0-9][A-Za-z0-9_.-]*/gu
const latinWord = /[A-Za-z0-9][A-Za-z0-9_.'-]*/gu

/** What is searched in the other language: first translations, and words that both share. Null where no term is known. */
export function expandAcrossLanguages(question: string, language: Language, table: TermTable): string | null {
  const matches = table.match(question).filter(({ surface }) => han.test(surface) === (language === 'zh'))
  if (matches.length === 0) return null
  const translated = matches.flatMap(({ translations }) =>
    translations.slice(0, maxTranslations).flatMap((term) => [term, ...otherFormsOf(term)]),
  )
  // Latin words of a Chinese question are already in the other language.
  const kept = question.match(language === 'zh' ? latinWord : identifier) ?? []
  return [...new Set([...translated, ...kept])].join(' ')
}
