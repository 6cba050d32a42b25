import { fnv1a } from '@shared/hash'
import type { NameProfile } from './names/name-profile'
import { coreKey, type RecallKey, recallKeys } from './recall-keys'
import type { TranslationsOf } from './translations'
import { deletionsOf } from './names/word-typo'

interface HashedKey {
  readonly hash: number
  readonly side: RecallKey['side']
}

/** Values by key. Most keys have one value: a list for each would take most of the memory. */
type Lists<T extends number | string> = Map<number, T | T[]>

/** A name's id and its side in one number: `id * 3` and the place of the side. */
const sides: readonly RecallKey['side'][] = ['any', 'short', 'long']

/** Names by their recall keys, so that no name is compared with all others. Keys are hashed; a collision costs one comparison. */
export class NameIndex {
  readonly #postings: Lists<number> = new Map()
  /** Words of names and how many names have each. */
  readonly #words = new Map<string, number>()
  /** Words by what is left of them with one letter out (Bocek et al., 2007). */
  readonly #deletions: Lists<string> = new Map()

  constructor(private readonly translationsOf: TranslationsOf) {}

  /** Adds a name and returns the candidates among those that were there before. */
  add(id: number, profile: NameProfile): Set<number> {
    const keys = this.#hashedKeys(profile)
    const found = this.#candidates(profile, keys)
    for (const { hash, side } of keys) append(this.#postings, hash, id * sides.length + sides.indexOf(side))
    for (const word of new Set(profile.main.words)) {
      const before = this.#words.get(word) ?? 0
      this.#words.set(word, before + 1)
      if (before === 0) for (const deletion of deletionsOf(word)) append(this.#deletions, fnv1a(deletion), word)
    }
    return found
  }

  remove(id: number, profile: NameProfile): void {
    for (const { hash } of this.#hashedKeys(profile)) {
      withdraw(this.#postings, hash, (posting) => Math.floor(posting / sides.length) === id)
    }
    for (const word of new Set(profile.main.words)) {
      const left = (this.#words.get(word) ?? 0) - 1
      if (left > 0) this.#words.set(word, left)
      else {
        this.#words.delete(word)
        for (const deletion of deletionsOf(word)) withdraw(this.#deletions, fnv1a(deletion), (one) => one === word)
      }
    }
  }

  /** Ids of the names that may be the same as this name; hash collisions may add others. */
  candidatesOf(profile: NameProfile): Set<number> {
    return this.#candidates(profile, this.#hashedKeys(profile))
  }

  #hashedKeys(profile: NameProfile): HashedKey[] {
    return recallKeys(profile, this.translationsOf).map(({ key, side }) => ({ hash: fnv1a(key), side }))
  }

  #candidates(profile: NameProfile, keys: readonly HashedKey[]): Set<number> {
    const found = new Set<number>()
    for (const { hash, side } of keys) {
      for (const posting of valuesAt(this.#postings, hash)) {
        const other = sides[posting % sides.length]
        if (side === 'any' || other === 'any' || other !== side) found.add(Math.floor(posting / sides.length))
      }
    }
    for (const key of this.#slipKeys(profile)) {
      for (const posting of valuesAt(this.#postings, fnv1a(key))) found.add(Math.floor(posting / sides.length))
    }
    return found
  }

  /** Keys of this name's core with one word replaced by a known word one letter off. */
  #slipKeys(profile: NameProfile): string[] {
    const { words } = profile.main
    return words.flatMap((word, at) => {
      const others = new Set(deletionsOf(word).flatMap((deletion) => valuesAt(this.#deletions, fnv1a(deletion))))
      others.delete(word)
      return [...others].map((other) => coreKey(words.with(at, other), profile))
    })
  }
}

function valuesAt<T extends number | string>(lists: Lists<T>, key: number): readonly T[] {
  const found = lists.get(key)
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

function append<T extends number | string>(lists: Lists<T>, key: number, value: T): void {
  const found = lists.get(key)
  if (Array.isArray(found)) found.push(value)
  else lists.set(key, found === undefined ? value : [found, value])
}

function withdraw<T extends number | string>(lists: Lists<T>, key: number, isIt: (value: T) => boolean): void {
  const left = valuesAt(lists, key).filter((value) => !isIt(value))
  const [first] = left
  if (first === undefined) lists.delete(key)
  else lists.set(key, left.length === 1 ? first : left)
}
