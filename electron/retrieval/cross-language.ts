import type { Language } from '../text/language'

export interface TermMatch {
  /** As it stands in the question. */
  readonly surface: string
  readonly start: number
  readonly end: number
  readonly translations: readonly string[]
}

/** A bilingual term table, looked up both ways. */
export interface TermTable {
  /** The longest table terms in a text, left to right, without overlap. */
  match(text: string): TermMatch[]
}

/** A row: an English term, then one or more Chinese ones. */
export type TermRow = readonly string[]

const han = /\p{Script=Han}/u
const wordCharacter = /[\p{L}\p{N}]/u

/** Builds the table; later rows add translations to earlier ones. Matching is linear in the text for bounded terms. */
export function createTermTable(rows: readonly TermRow[]): TermTable {
  const translations = new Map<string, Set<string>>()
  let longest = 0
  const add = (from: string, to: string) => {
    const key = from.toLowerCase()
    longest = Math.max(longest, key.length)
    const known = translations.get(key)
    if (known) known.add(to)
    else translations.set(key, new Set([to]))
  }
  for (const [english, ...chinese] of rows) {
    if (!english) continue
    for (const term of chinese) {
      add(english, term)
      add(term, english)
    }
  }
  return { match: (text) => longestMatches(text, translations, longest) }
}

function longestMatches(text: string, translations: Map<string, Set<string>>, longest: number): TermMatch[] {
  const lower = text.toLowerCase()
  const matches: TermMatch[] = []
  for (let at = 0; at < lower.length; at += 1) {
    const match = longestAt(lower, at, translations, longest)
    if (!match) continue
    matches.push({ surface: text.slice(at, match.end), start: at, end: match.end, translations: [...match.found] })
    at = match.end - 1
  }
  return matches
}

function longestAt(
  text: string,
  at: number,
  translations: Map<string, Set<string>>,
  longest: number,
): { end: number; found: Set<string> } | undefined {
  const isHan = han.test(text.charAt(at))
  if (!isHan && at > 0 && wordCharacter.test(text.charAt(at - 1)) && !han.test(text.charAt(at - 1))) return undefined
  for (let end = Math.min(text.length, at + longest); end > at; end -= 1) {
    if (!isHan && !isWordEnd(text, end)) continue
    const candidate = text.slice(at, end)
    const found = translations.get(candidate) ?? (isHan ? undefined : translations.get(singular(candidate)))
    if (found) return { end, found }
  }
  return undefined
}

function isWordEnd(text: string, end: number): boolean {
  return end >= text.length || !wordCharacter.test(text.charAt(end)) || han.test(text.charAt(end))
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** Words that are the same in every language: codes, versions, numbers, acronyms. */
const identifier = /(?=[A-Za-z0-9_.-]*(?:\d|_|[A-Z]{2}))[A-Za-z0-9][A-Za-z0-9_.-]*/gu

/**
 * The question with every known term replaced by its first translation: what is searched in the other language. Null
 * where the table knows nothing of the question.
 */
export function expandAcrossLanguages(question: string, language: Language, table: TermTable): string | null {
  const matches = table.match(question).filter((match) => (han.test(match.surface) ? language === 'zh' : true))
  if (matches.length === 0) return null
  const identifiers = (question.match(identifier) ?? []).filter(
    (word) => !matches.some(({ surface }) => surface === word),
  )
  return [...matches.flatMap((match) => match.translations.slice(0, 3)), ...identifiers].join(' ')
}
