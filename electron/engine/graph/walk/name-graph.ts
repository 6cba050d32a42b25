import { graphSearchSettings } from '../search/graph-search-settings'
import type { DocumentShare } from '../share/document-share'
import { hashes, integers, weights } from './growing-numbers'
import { PassageLists } from './passage-lists'
import { ShortForms } from './short-forms'

/** Names of a passage, each once, with how much it counts there. */
interface NamesIn {
  readonly names: readonly number[]
  readonly weights: readonly number[]
}

/** A document's passages are numbered from `first`. */
interface DocumentPart {
  readonly id: string
  readonly first: number
  readonly passages: number
  readonly aliases: DocumentShare['aliases']
}

/** With fewer numbers that stand for nothing any more, tidying up is not worth it. */
const fewGone = 1000
const { maxPassages } = graphSearchSettings

/**
 * A bipartite graph of passages and the names in them, into which documents are folded one by one: each costs what it holds, whatever
 * the library holds. Passages and names are numbered as they come, but lists are in the order of document ids and places, so that
 * searches depend on which documents there are and never on their order. A number is good until the next change.
 */
export class NameGraph {
  readonly #documents = new Map<string, DocumentPart>()
  readonly #passageOf = new Map<string, number>()
  /** By passage; undefined where the document is gone. */
  readonly #partOf: (DocumentPart | undefined)[] = []
  readonly #passageIds: string[] = []
  /** Names of passage `p` as they are written, at `#nameStart[p]` to `#nameStart[p + 1] - 1`; hashes of its terms likewise, ascending. */
  readonly #nameStart = integers()
  readonly #names = integers()
  readonly #weights = weights()
  readonly #termStart = integers()
  readonly #terms = hashes()
  readonly #numbers = new Map<string, number>()
  readonly #keys: string[] = []
  /** Name as it is written → the name it stands for, mostly itself… */
  readonly #standsFor = integers()
  /** …and back, without itself. */
  readonly #shortsOf = new Map<number, Set<number>>()
  readonly #shortForms = new ShortForms()
  readonly #lists = new PassageLists((a, b) => this.order(a, b))
  /**
   * Passages of names that have short forms, as they were put together since the last change, and how many: a search asks for them a
   * thousand times. Lists that no search follows are not kept.
   */
  readonly #together = new Map<number, readonly number[]>()
  readonly #counts = new Map<number, number>()

  constructor() {
    this.#nameStart.push(0)
    this.#termStart.push(0)
  }

  get passageCount(): number {
    return this.#passageOf.size
  }

  /** Names that stand for themselves. */
  get nameCount(): number {
    return this.#keys.filter((_, name) => this.#standsFor.at(name) === name && this.passagesNaming(name) > 0).length
  }

  /** Puts a document's share in, in place of an earlier share. */
  add({ documentId, passages, aliases }: DocumentShare): void {
    this.remove(documentId)
    const part = { id: documentId, first: this.#partOf.length, passages: passages.length, aliases }
    this.#documents.set(documentId, part)
    for (const { id, names, terms } of passages) {
      const passage = this.#partOf.push(part) - 1
      this.#passageIds.push(id)
      this.#passageOf.set(id, passage)
      for (const [key, weight] of names) {
        const name = this.#number(key)
        this.#names.push(name)
        this.#weights.push(weight)
        this.#lists.add(name, passage)
      }
      this.#nameStart.push(this.#names.length)
      for (let at = 0; at < terms.length; at += 1) this.#terms.push(terms[at] ?? 0)
      this.#termStart.push(this.#terms.length)
    }
    for (const short of this.#shortForms.add(aliases)) this.#settle(short)
    this.#forget()
  }

  remove(documentId: string): void {
    const part = this.#documents.get(documentId)
    if (!part) return
    for (let passage = part.first; passage < part.first + part.passages; passage += 1) {
      for (const name of this.#written(passage)) this.#lists.remove(name, passage)
      this.#passageOf.delete(this.#passageIds[passage] ?? '')
    }
    // Lists are in order only while it is known whose passages they hold.
    this.#partOf.fill(undefined, part.first, part.first + part.passages)
    this.#passageIds.fill('', part.first, part.first + part.passages)
    this.#documents.delete(documentId)
    for (const short of this.#shortForms.remove(part.aliases)) this.#settle(short)
    this.#forget()
  }

  /** Whether most of what it keeps belongs to documents that are gone: `tidied` is smaller then. */
  get isWasteful(): boolean {
    const gone = this.#partOf.length - this.#passageOf.size
    return gone > fewGone && gone > this.#passageOf.size
  }

  /** The same graph without what is left of documents that are gone. */
  tidied(): NameGraph {
    const graph = new NameGraph()
    for (const part of this.#documents.values()) graph.add(this.#shareOf(part))
    return graph
  }

  passageId(passage: number): string {
    return this.#passageIds[passage] ?? ''
  }

  passageOf(id: string): number | undefined {
    return this.#passageOf.get(id)
  }

  nameKey(name: number): string {
    return this.#keys[name] ?? ''
  }

  /** By key; short forms lead to what they stand for. Undefined where no passage has it. */
  nameOf(key: string): number | undefined {
    const written = this.#numbers.get(key) ?? this.#numbers.get(this.#shortForms.standsFor(key) ?? '')
    const name = written === undefined ? undefined : this.#standsFor.at(written)
    return name !== undefined && this.passagesNaming(name) > 0 ? name : undefined
  }

  /** A short form and its name are one here. */
  namesIn(passage: number): NamesIn {
    const names: number[] = []
    const found: number[] = []
    this.eachNameIn(passage, (name, weight) => {
      names.push(name)
      found.push(weight)
    })
    return { names, weights: found }
  }

  /** The same without lists, for loops over thousands of passages. */
  eachNameIn(passage: number, visit: (name: number, weight: number) => void): void {
    const start = this.#nameStart.at(passage)
    const end = this.#nameStart.at(passage + 1)
    for (let at = start; at < end; at += 1) {
      const name = this.#standsFor.at(this.#names.at(at))
      if (this.#shortsOf.size === 0 || !this.#shortsOf.has(name)) visit(name, this.#weights.at(at))
      else if (this.#firstOf(name, start, at) === at) visit(name, this.weightOf(passage, name))
    }
  }

  /** In `order`, with its short forms'. */
  passagesOf(name: number): readonly number[] {
    const shorts = this.#shortsOf.get(name)
    if (!shorts) return this.#lists.of(name)
    const known = this.#together.get(name)
    if (known) return known
    const all = new Set([name, ...shorts].flatMap((written) => this.#lists.of(written)))
    const ordered = [...all].sort((a, b) => this.order(a, b))
    if (ordered.length <= maxPassages) this.#together.set(name, ordered)
    this.#counts.set(name, ordered.length)
    return ordered
  }

  /** How many those are. */
  passagesNaming(name: number): number {
    if (!this.#shortsOf.has(name)) return this.#lists.count(name)
    return this.#counts.get(name) ?? this.passagesOf(name).length
  }

  /** How much a name counts in a passage that has it. */
  weightOf(passage: number, name: number): number {
    const hasShorts = this.#shortsOf.has(name)
    const end = this.#nameStart.at(passage + 1)
    let weight = 0
    for (let at = this.#nameStart.at(passage); at < end; at += 1) {
      const written = this.#names.at(at)
      if (written === name && !hasShorts) return this.#weights.at(at)
      if (hasShorts && this.#standsFor.at(written) === name) weight = Math.max(weight, this.#weights.at(at))
    }
    return weight
  }

  /** Whether a passage has the term with this hash: a binary search. */
  holds(passage: number, hash: number): boolean {
    let low = this.#termStart.at(passage)
    let high = this.#termStart.at(passage + 1) - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const term = this.#terms.at(middle)
      if (term === hash) return true
      if (term < hash) low = middle + 1
      else high = middle - 1
    }
    return false
  }

  /** Negative where passage `a` comes before passage `b`: by the ids of their documents, then as they are read. */
  order(a: number, b: number): number {
    const [one, other] = [this.#partOf[a], this.#partOf[b]]
    if (one === other || !one || !other) return a - b
    return one.id < other.id ? -1 : 1
  }

  #firstOf(name: number, start: number, end: number): number {
    let at = start
    while (at < end && this.#standsFor.at(this.#names.at(at)) !== name) at += 1
    return at
  }

  #forget(): void {
    this.#together.clear()
    this.#counts.clear()
  }

  #number(key: string): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const made = this.#keys.push(key) - 1
    this.#numbers.set(key, made)
    this.#standsFor.push(made)
    this.#lists.addName()
    this.#settle(key)
    return made
  }

  /** Has a name stand for what it is a short form of now. */
  #settle(key: string): void {
    const written = this.#numbers.get(key)
    if (written === undefined) return
    const long = this.#shortForms.standsFor(key)
    const to = long === undefined ? written : this.#number(long)
    const before = this.#standsFor.at(written)
    if (before === to) return
    const shorts = this.#shortsOf.get(before)
    shorts?.delete(written)
    if (shorts?.size === 0) this.#shortsOf.delete(before)
    if (to !== written) this.#shortsOf.set(to, (this.#shortsOf.get(to) ?? new Set()).add(written))
    this.#standsFor.set(written, to)
  }

  #written(passage: number): number[] {
    const [start, end] = [this.#nameStart.at(passage), this.#nameStart.at(passage + 1)]
    return Array.from({ length: end - start }, (_, at) => this.#names.at(start + at))
  }

  #shareOf({ id, first, passages, aliases }: DocumentPart): DocumentShare {
    const numbersOf = (passage: number) => ({
      id: this.passageId(passage),
      names: this.#written(passage).map((name, at): [string, number] => {
        return [this.nameKey(name), this.#weights.at(this.#nameStart.at(passage) + at)]
      }),
      terms: this.#termsOf(passage),
    })
    return { documentId: id, aliases, passages: Array.from({ length: passages }, (_, at) => numbersOf(first + at)) }
  }

  #termsOf(passage: number): number[] {
    const [start, end] = [this.#termStart.at(passage), this.#termStart.at(passage + 1)]
    return Array.from({ length: end - start }, (_, at) => this.#terms.at(start + at))
  }
}

/** The graph of these documents. */
export function nameGraphOf(shares: readonly DocumentShare[]): NameGraph {
  const graph = new NameGraph()
  for (const share of shares) graph.add(share)
  return graph
}
