import { type DocumentFacts, type Mention, mentionKey, type MentionRow } from '../../share/graph-share'

/**
 * The facts of rules, and what a model found beyond them. A name has the type that rules gave it, and the model's where they
 * gave none. Names keep their places and relations of rules their order; what a model states that rules found in the same
 * passage is not said again. Putting the same facts of a model in once more changes nothing.
 */
export function mergeFacts(rules: DocumentFacts, model: DocumentFacts): DocumentFacts {
  const names = new UnitedNames(rules.names)
  const places = model.names.map((mention) => names.place(mention))
  const mentions = new Map(rules.mentions.map((row) => [row.join(' '), row]))
  for (const [name, passage, start, end] of model.mentions) {
    const place = places[name]
    if (place === undefined) continue
    const row = [place, passage, start, end] as const
    mentions.set(row.join(' '), row)
  }
  const relations = [...rules.relations]
  const stated = new Set(relations.map((row) => row.slice(0, 4).join(' ')))
  for (const [from, kind, to, passage, start, end] of model.relations) {
    const [source, target] = [places[from], places[to]]
    if (source === undefined || target === undefined || source === target) continue
    const row = [source, kind, target, passage, start, end] as const
    const key = row.slice(0, 4).join(' ')
    if (!stated.has(key)) relations.push(row)
    stated.add(key)
  }
  return {
    names: names.list,
    mentions: [...mentions.values()].toSorted(byPlace),
    relations,
    definitions: rules.definitions,
    ...(rules.worth && { worth: rules.worth }),
  }
}

function byPlace(a: MentionRow, b: MentionRow): number {
  return a[1] - b[1] || a[2] - b[2] || a[3] - b[3] || a[0] - b[0]
}

class UnitedNames {
  readonly list: Mention[]
  readonly #places = new Map<string, number>()
  /** A name that has a type comes before the same one without. */
  readonly #byName = new Map<string, number>()

  constructor(names: readonly Mention[]) {
    this.list = [...names]
    for (const [place, mention] of names.entries()) this.#know(mention, place)
  }

  place(mention: Mention): number {
    const known = this.#places.get(mentionKey(mention)) ?? this.#byName.get(mention.name)
    if (known === undefined) {
      this.list.push(mention)
      this.#know(mention, this.list.length - 1)
      return this.list.length - 1
    }
    if (mention.type && this.list[known]?.type === undefined) {
      this.list[known] = mention
      this.#know(mention, known)
    }
    return known
  }

  #know(mention: Mention, place: number): void {
    const { name, type } = mention
    if (!this.#places.has(mentionKey(mention))) this.#places.set(mentionKey(mention), place)
    const best = this.#byName.get(name)
    if (best === undefined || (type && this.list[best]?.type === undefined)) this.#byName.set(name, place)
  }
}
