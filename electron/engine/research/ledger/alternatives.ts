import { LRUCache } from 'lru-cache'
import type { Token } from '@engine/critic/claims/claim-tokens'
import { type Sense, wordNet } from '@engine/text/english/wordnet'

/** Of a word's meanings, the commonest. */
const mostSenses = 3
/** In characters; what is longer is a name or a phrase. */
const longestChinese = 4

interface Meaning {
  readonly senses: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
  readonly opposites: ReadonlySet<string>
}

const cached = 5000
const meanings = new LRUCache<string, Meaning>({ max: cached })

/**
 * Whether two words stand for two of a kind, so that one is said in place of the other: winter and summer, begin and end, 大厅 and 小厅. In
 * English by WordNet: opposites, and meanings with the same next broader one; in Chinese by the character they end in.
 */
export function areAlternatives(a: Token, b: Token): boolean {
  if (a.script !== b.script || a.term === b.term) return false
  if (a.script === 'unspaced') {
    const { length } = a.term
    return length === b.term.length && length > 1 && length <= longestChinese && a.term.at(-1) === b.term.at(-1)
  }
  const [one, other] = [meaningOf(a.raw.toLowerCase()), meaningOf(b.raw.toLowerCase())]
  if (shares(one.senses, other.senses)) return false
  return shares(one.opposites, other.senses) || shares(one.kinds, other.kinds)
}

function shares(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => b.has(one))
}

function meaningOf(word: string): Meaning {
  const known = meanings.get(word)
  if (known) return known
  const senses =
    [word, word.replace(/(?:es|ed|s|d)$/u, ''), word.replace(/(?:s|e?d)$/u, '')]
      .map(sensesOf)
      .find(({ length }) => length > 0) ?? []
  const pointers = senses.flatMap((sense) => wordNet().pointersOf(sense))
  const to = (symbols: readonly string[]) =>
    new Set(pointers.filter(({ symbol }) => symbols.includes(symbol)).map((one) => keyOf(one.to)))
  const meaning = { senses: new Set(senses.map(keyOf)), kinds: to(['@', '@i']), opposites: to(['!']) }
  meanings.set(word, meaning)
  return meaning
}

function sensesOf(word: string): readonly Sense[] {
  for (const lemma of wordNet().lemmasFrom(word)) if (lemma.word === word) return lemma.senses.slice(0, mostSenses)
  return []
}

function keyOf({ wordClass, offset }: Sense): string {
  return `${wordClass} ${offset}`
}
