import { LRUCache } from 'lru-cache'
import { relatedTermsOrNone } from '@engine/retrieval/terms/related-terms'
import type { TermTable } from '@engine/retrieval/terms/cross-language'
import { analyse } from '@engine/text/analyse'
import { hasHan } from '@engine/text/letters'
import { type AskedToken, nameKeys } from '../words/asked-tokens'

/** A stretch of a question, and how near names are to what it says. */
export interface RelatedStretch {
  /** Half-open token numbers. */
  readonly from: number
  readonly to: number
  /** 0 to 1: of a header or a table's name as written, and by its keys (`nameKeys`); 0 for nothing in common. */
  readonly near: (written: string, keys: readonly string[]) => number
}

export type RelatedWords = (text: string, tokens: readonly AskedToken[]) => readonly RelatedStretch[]

/** WordNet calls other words nearer than this one of the same meaning, or made of it. */
const nearEnough = 0.45
const sameTranslation = 1
const mostTranslations = 3

/**
 * What other words say in place of a question's: by WordNet for English, by translations that two words share (房租 and 月租 are both
 * “rent”), and by the table of near words.
 */
export function relatedWordsBy(terms: TermTable): RelatedWords {
  const known = made.get(terms)
  if (known !== undefined && known.version === terms.version) return known.words
  const words = wordsBy(terms)
  made.set(terms, { version: terms.version, words })
  return words
}

/** What headers are called in the other language, and what a question's words mean, is asked of many tables and again by the next question. */
const made = new WeakMap<TermTable, { readonly version: number | undefined; readonly words: RelatedWords }>()

function wordsBy(terms: TermTable): RelatedWords {
  const translated = new LRUCache<string, ReadonlySet<string>>({ max: 2000 })
  const stretches = new WeakMap<
    readonly AskedToken[],
    { readonly of: string; readonly found: readonly RelatedStretch[] }
  >()
  const translationsOf = (name: string) => {
    const known = translated.get(name)
    if (known) return known
    const names = new Set(
      terms
        .match(name)
        .filter(({ surface }) => 2 * surface.length >= name.replace(/[(（].*/u, '').trim().length)
        .flatMap(({ translations }) => translations.slice(0, mostTranslations))
        .map((one) => nameKeys(one).join(' ')),
    )
    translated.set(name, names)
    return names
  }
  return (text, tokens) => {
    const known = stretches.get(tokens)
    if (known?.of === text) return known.found
    const found = [
      ...inEnglish(tokens),
      ...byTranslation(text, tokens, terms, translationsOf),
      ...byTable(text, tokens, terms),
    ]
    stretches.set(tokens, { of: text, found })
    return found
  }
}

function inEnglish(tokens: readonly AskedToken[]): RelatedStretch[] {
  return tokens.flatMap((token, at): RelatedStretch[] => {
    if (token.isHan || token.isFree || !/^[a-z]{3,}$/u.test(token.lower)) return []
    const [term, ...more] = analyse(token.lower)
    if (term === undefined || more.length > 0) return []
    const others = relatedTermsOrNone(new Map([[term, 1]]))
    const near = new Map(
      [...others].map(([other, standing]) => [other, Math.max(...standing.map((one) => one.nearness))]),
    )
    const of = (_: string, keys: readonly string[]) => {
      const best = Math.max(0, ...keys.map((key) => near.get(key) ?? 0))
      return best >= nearEnough ? best : 0
    }
    return [{ from: at, to: at + 1, near: of }]
  })
}

function byTranslation(
  text: string,
  tokens: readonly AskedToken[],
  terms: TermTable,
  translationsOf: (name: string) => ReadonlySet<string>,
): RelatedStretch[] {
  return terms.match(text).flatMap(({ start, end, surface, translations }) => {
    const own = new Set(translations.slice(0, mostTranslations).map((one) => nameKeys(one).join(' ')))
    const near = (written: string) =>
      hasHan(written) === hasHan(surface) && [...translationsOf(written)].some((one) => own.has(one))
        ? sameTranslation
        : 0
    return stretchOf(tokens, start, end).map((place) => ({ ...place, near }))
  })
}

function byTable(text: string, tokens: readonly AskedToken[], terms: TermTable): RelatedStretch[] {
  return (terms.near?.(text) ?? []).flatMap(({ start, end, others }) => {
    const own = new Set(others.map((one) => nameKeys(one).join(' ')))
    const near = (_: string, keys: readonly string[]) => (own.has(keys.join(' ')) ? sameTranslation : 0)
    return stretchOf(tokens, start, end).map((place) => ({ ...place, near }))
  })
}

function stretchOf(tokens: readonly AskedToken[], start: number, end: number): { from: number; to: number }[] {
  const from = tokens.findIndex((token) => token.start >= start)
  const to = tokens.findLastIndex((token) => token.end <= end) + 1
  const isOpen = from >= 0 && to > from && !tokens.slice(from, to).every(({ isFree }) => isFree)
  return isOpen ? [{ from, to }] : []
}
