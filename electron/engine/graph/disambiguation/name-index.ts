import { fnv1a } from '@shared/hash'
import type { NameProfile } from './names/name-profile'
import { coreKey, type RecallKey, recallKeys } from './recall-keys'
import type { TranslationsOf } from './translations'
import { deletionsOf } from './names/word-typo'

interface Posting {
  readonly id: number
  readonly side: RecallKey['side']
}

interface HashedKey {
  readonly hash: number
  readonly side: RecallKey['side']
}

/** Names by their recall keys, so that no name is compared with all others. Keys are hashed; a collision costs one comparison. */
export class NameIndex {
  readonly #postings = new Map<number, Posting[]>()
  /** Words of names and how many names have each. */
  readonly #words = new Map<string, number>()
  /** Words by what is left of them with one letter out (Bocek et al., 2007). */
  readonly #deletions = new Map<number, string[]>()

  constructor(private readonly translationsOf: TranslationsOf) {}

  /** Adds a name and returns the candidates among those that were there before. */
  add(id: number, profile: NameProfile): Set<number> {
    const keys = this.#hashedKeys(profile)
    const found = this.#candidates(profile, keys)
    for (const { hash, side } of keys) append(this.#postings, hash, { id, side })
    for (const word of new Set(profile.main.words)) {
      const before = this.#words.get(word) ?? 0
      this.#words.set(word, before + 1)
      if (before === 0) for (const deletion of deletionsOf(word)) append(this.#deletions, fnv1a(deletion), word)
    }
    return found
  }

  remove(id: number, profile: NameProfile): void {
    for (const { hash } of this.#hashedKeys(profile)) {
      withdraw(this.#postings, hash, (posting) => posting.id === id)
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
      for (const posting of this.#postings.get(hash) ?? []) {
        if (side === 'any' || posting.side === 'any' || posting.side !== side) found.add(posting.id)
      }
    }
    for (const key of this.#slipKeys(profile)) {
      for (const { id } of this.#postings.get(fnv1a(key)) ?? []) found.add(id)
    }
    return found
  }

  /** Keys of this name's core with one word replaced by a known word one letter off. */
  #slipKeys(profile: NameProfile): string[] {
    const { words } = profile.main
    return words.flatMap((word, at) => {
      const others = new Set(deletionsOf(word).flatMap((deletion) => this.#deletions.get(fnv1a(deletion)) ?? []))
      others.delete(word)
      return [...others].map((other) => coreKey(words.with(at, other), profile))
    })
  }
}

function append<T>(map: Map<number, T[]>, key: number, value: T): void {
  const found = map.get(key)
  if (found) found.push(value)
  else map.set(key, [value])
}

function withdraw<T>(map: Map<number, T[]>, key: number, isIt: (value: T) => boolean): void {
  const left = (map.get(key) ?? []).filter((value) => !isIt(value))
  if (left.length > 0) map.set(key, left)
  else map.delete(key)
}
