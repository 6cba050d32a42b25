import { EntityType } from '@shared/graph'
import { foldName } from '../../disambiguation/names/normal-name'
import type { TypeRule } from '../patterns/pattern-file'

/** Votes for the type of a thing. */
export type TypeVotes = Map<EntityType, number>

type Index = ReadonlyMap<string, readonly EntityType[]>
type WordList = Exclude<keyof TypeRule, 'type' | 'shapes'>
const han = /\p{Script=Han}$/u
const startsHan = /^\p{Script=Han}/u
/** Characters of Chinese that a suffix or title may have at most. */
const longestSuffix = 6
const strong = 3
/** The last word of a name tells more than its first: Queen Anne Press. */
const bySuffix = 4
/** A dictionary of names is hardly outvoted by what sentences seem to say. */
const known = 9
const bearers: ReadonlySet<EntityType> = new Set<EntityType>(['person', 'organisation', 'place', 'event'])

export function vote(votes: TypeVotes, type: EntityType, weight: number): void {
  votes.set(type, (votes.get(type) ?? 0) + weight)
}

/** The type with most evidence; of equals the first in `EntityType`. */
export function bestType(votes: TypeVotes): EntityType | undefined {
  return EntityType.options
    .filter((type) => (votes.get(type) ?? 0) > 0)
    .toSorted((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0))[0]
}

/** What names and the words beside them tell of types. */
export class TypeRules {
  readonly #of: Readonly<Record<WordList, Index>>

  constructor(private readonly rules: readonly TypeRule[]) {
    this.#of = {
      heads: indexOf(rules, 'heads'),
      suffixes: indexOf(rules, 'suffixes'),
      prefixes: indexOf(rules, 'prefixes'),
      before: indexOf(rules, 'before'),
      after: indexOf(rules, 'after'),
      names: indexOf(rules, 'names'),
      givenNames: indexOf(rules, 'givenNames'),
    }
  }

  /** What a class of things is called by: `vector database`, `databases`, 向量数据库. */
  ofClass(phrase: string): readonly EntityType[] {
    const folded = foldName(phrase)
    return han.test(folded) ? byEnding(this.#of.heads, folded, 0) : lookUp(this.#of.heads, lastWord(folded))
  }

  isHead(word: string): boolean {
    return lookUp(this.#of.heads, word).length > 0
  }

  /** The person, organisation, place or event that is known by this name. */
  ofKnownName(name: string): EntityType | undefined {
    return this.#of.names.get(name)?.find((type) => bearers.has(type))
  }

  /** Whether a Chinese word ends names of bodies and places: 大学. */
  endsLikeBody(word: string): boolean {
    return this.ofEnding(word).length > 0
  }

  /** What the last characters of a Chinese name tell: 清水河, 青岩水研究所. */
  ofEnding(word: string): readonly EntityType[] {
    return byEnding(this.#of.suffixes, word, 0)
  }

  /** 中心, 大学: what such bodies are called, which names none of them. */
  isBareBody(word: string): boolean {
    return this.#of.suffixes.has(word)
  }

  /** A word directly before a name that tells what it is: a title. */
  ofWordBefore(word: string): readonly EntityType[] {
    return lookUp(this.#of.before, word)
  }

  ofWordAfter(word: string): readonly EntityType[] {
    return lookUp(this.#of.after, word)
  }

  /** What a proper name is by its form alone; undefined where the form leaves it open. */
  ofForm(name: string): EntityType | undefined {
    const votes: TypeVotes = new Map()
    this.voteByForm(name, true, votes)
    const best = bestType(votes)
    return best && (votes.get(best) ?? 0) >= strong ? best : undefined
  }

  /** Adds the votes that the form of a name gives. */
  voteByForm(name: string, isProper: boolean, votes: TypeVotes): void {
    const folded = foldName(name)
    const give = (types: readonly EntityType[], weight: number) => {
      for (const type of types) vote(votes, type, weight)
    }
    give(this.#of.names.get(folded) ?? [], known)
    for (const { type, shapes } of this.rules) {
      for (const shape of shapes) if (shape.test(name)) vote(votes, type, strong)
    }
    if (han.test(folded)) {
      give(this.ofClass(name), isProper ? 1 : 2)
      give(byEnding(this.#of.suffixes, folded, 1), strong)
      if (startsHan.test(folded)) give(byBeginning(this.#of.prefixes, folded), strong)
      return
    }
    // "University of California" and "Secretary of State" are told by the head before "of".
    const words = folded.replace(/[.,]/gu, '').split(' ')
    const of = words.findIndex((word) => word === 'of' || word === 'for')
    const head = words[of > 0 ? of - 1 : words.length - 1] ?? ''
    give(lookUp(this.#of.heads, head), isProper && of < 1 ? 1 : 2)
    if (words.length < 2 || !isProper) return
    give(this.#of.prefixes.get(words[0] ?? '') ?? [], strong)
    give(this.#of.suffixes.get(head) ?? [], bySuffix)
    if (words.length <= 4) give(this.#of.givenNames.get(words[0] ?? '') ?? [], strong)
  }
}

function indexOf(rules: readonly TypeRule[], list: WordList): Index {
  const index = new Map<string, EntityType[]>()
  for (const rule of rules) {
    for (const word of rule[list]) {
      const types = index.get(word)
      if (!types) index.set(word, [rule.type])
      else if (!types.includes(rule.type)) types.push(rule.type)
    }
  }
  return index
}

/** A word or its singular. */
function lookUp(index: Index, word: string): readonly EntityType[] {
  const found = index.get(word)
  if (found) return found
  if (word.endsWith('ies')) return index.get(`${word.slice(0, -3)}y`) ?? []
  return (
    (word.endsWith('s') ? index.get(word.slice(0, -1)) : undefined) ??
    (word.endsWith('es') ? index.get(word.slice(0, -2)) : undefined) ??
    []
  )
}

function lastWord(folded: string): string {
  return folded.slice(folded.lastIndexOf(' ') + 1)
}

/** The longest ending that has types, with at least `left` characters before it. */
function byEnding(index: Index, text: string, left: number): readonly EntityType[] {
  for (let length = Math.min(longestSuffix, text.length - left); length > 0; length -= 1) {
    const types = index.get(text.slice(-length))
    if (types) return types
  }
  return []
}

function byBeginning(index: Index, text: string): readonly EntityType[] {
  for (let length = Math.min(longestSuffix, text.length - 1); length > 0; length -= 1) {
    const types = index.get(text.slice(0, length))
    if (types) return types
  }
  return []
}
