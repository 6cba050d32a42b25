import type { Association, GraphEdges } from './edges'
import type { EntityGraphSettings } from './entity-graph-settings'
import { listAt } from './lists'
import type { Places } from './cards/entity-places'

/** Windows as long as `settings.window`, each beginning half a window after the last. */
interface Windows {
  /** Half of the window that place `p` begins in, counted from 0 in its passage. */
  readonly half: Int32Array
  readonly total: number
}

/** How often one entity stands with each of the others, counted afresh for each. */
interface Together {
  readonly windows: Int32Array
  readonly passages: Int32Array
  readonly lastWindow: Int32Array
  readonly lastPassage: Int32Array
  /** Those whose counts are not 0. */
  others: number[]
}

/**
 * Entities that stand together more often than chance would have it. Counted over windows of text; the measure is normalised
 * pointwise mutual information (Bouma, 2009, "Normalized (pointwise) mutual information in collocation extraction"), 0 for
 * chance to 1 for never apart, times the discount for rare ones of Pantel and Lin (2002, "Discovering word senses from
 * text"). Kept is what is among the strongest of either end and not joined by a statement already. Ordered by `a`, then `b`.
 */
export function coOccurrences(
  places: Places,
  stated: GraphEdges,
  entities: number,
  settings: EntityGraphSettings,
): Association[] {
  const associations = new Associations(places, entities, settings)
  const joined = joinedPairs(stated, entities)
  const found: Association[] = []
  for (let entity = 0; entity < entities; entity += 1) {
    for (const one of associations.of(entity, entity, settings.minSharedPassages)) {
      if (!joined.has(one.a * entities + one.b)) found.push(one)
    }
  }
  const kept = strongestOfEither(found, entities, settings.maxAssociations)
  const more = looseEnds(associations, [...ends(stated), ...kept.flatMap(({ a, b }) => [a, b])], entities, settings)
  return [...kept, ...more].sort((x, y) => x.a - y.a || x.b - y.b)
}

/** Associations in fewer passages, for entities without any other edge, so that small libraries are no heap of dots. */
function looseEnds(
  associations: Associations,
  held: readonly number[],
  entities: number,
  { maxLooseEdges }: EntityGraphSettings,
): Association[] {
  const isHeld = new Uint8Array(entities)
  for (const entity of held) isHeld[entity] = 1
  const found = new Map<number, Association>()
  for (let entity = 0; entity < entities; entity += 1) {
    if (isHeld[entity] === 1) continue
    const strongest = associations.of(entity, -1, 1).sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)
    for (const one of strongest.slice(0, maxLooseEdges)) found.set(one.a * entities + one.b, one)
  }
  return [...found.values()]
}

/** Measures how closely entities are associated, an entity at a time. */
class Associations {
  readonly #windows: Windows
  readonly #alone: readonly { readonly windows: number; readonly passages: number }[]
  readonly #together: Together

  constructor(
    private readonly places: Places,
    entities: number,
    private readonly settings: EntityGraphSettings,
  ) {
    this.#windows = windowsOf(places, settings.window / 2)
    this.#alone = Array.from({ length: entities }, (_, entity) => countAlone(places, this.#windows, entity))
    this.#together = {
      windows: new Int32Array(entities),
      passages: new Int32Array(entities),
      lastWindow: new Int32Array(entities),
      lastPassage: new Int32Array(entities),
      others: [],
    }
  }

  /** Associations of an entity with entities numbered above `above`, in at least `minPassages` passages. */
  of(entity: number, above: number, minPassages: number): Association[] {
    const { settings } = this
    const together = this.#countTogether(entity, above)
    const found: Association[] = []
    for (const other of together.others.sort((x, y) => x - y)) {
      const passages = together.passages[other] ?? 0
      const [one, two] = [this.#alone[entity], this.#alone[other]]
      if (passages < minPassages || !one || !two) continue
      const association =
        normalisedPmi(together.windows[other] ?? 0, one.windows, two.windows, this.#windows.total) *
        discount(passages, Math.min(one.passages, two.passages))
      if (association < settings.minAssociation) continue
      const [a, b] = entity < other ? [entity, other] : [other, entity]
      found.push({ a, b, weight: settings.associationWeight * association })
    }
    return found
  }

  /** Counts the windows and passages that an entity shares with each entity numbered above `above`. */
  #countTogether(entity: number, above: number): Together {
    const counts = this.#together
    const { places } = this
    const { half } = this.#windows
    const { maxNeighbours } = this.settings
    for (const other of counts.others) counts.windows[other] = counts.passages[other] = 0
    counts.others = []
    const { passage, ofPassage, ofEntity } = places
    for (const place of listAt(ofEntity, entity)) {
      const at = passage[place] ?? 0
      const from = Math.max(ofPassage[at] ?? 0, place - maxNeighbours)
      const to = Math.min(ofPassage[at + 1] ?? 0, place + maxNeighbours + 1)
      const window = half[place] ?? 0
      for (let beside = from; beside < to; beside += 1) {
        const other = places.entity[beside] ?? 0
        const apart = (half[beside] ?? 0) - window
        if (other <= above || other === entity || apart < -1 || apart > 1 || doOverlap(places, place, beside)) continue
        if (counts.windows[other] === 0) counts.others.push(other)
        if (counts.passages[other] === 0 || counts.lastPassage[other] !== at) {
          counts.passages[other] = (counts.passages[other] ?? 0) + 1
          counts.lastPassage[other] = at
          counts.lastWindow[other] = -1
        }
        // Both lie in window h where they are neighbours or in one half, and in h + 1 likewise on the other side.
        const [first, last] = [apart === 1 ? window + 1 : window, apart === -1 ? window : window + 1]
        const counted = counts.lastWindow[other] ?? -1
        if (last <= counted) continue
        counts.windows[other] = (counts.windows[other] ?? 0) + last + 1 - Math.max(counted + 1, first)
        counts.lastWindow[other] = last
      }
    }
    return counts
  }
}

function ends({ source, target }: GraphEdges): number[] {
  return [...source, ...target]
}

function windowsOf({ start, ofPassage }: Places, halfLength: number): Windows {
  const half = start.map((at) => Math.floor(at / halfLength))
  let total = 0
  for (let passage = 0; passage + 1 < ofPassage.length; passage += 1) {
    const end = ofPassage[passage + 1] ?? 0
    // Every half lies in two windows, the first and the last included.
    if (end > (ofPassage[passage] ?? 0)) total += (half[end - 1] ?? 0) + 2
  }
  return { half, total }
}

/** Windows and passages that hold an entity. A place in half `h` lies in the windows `h` and `h + 1`. */
function countAlone({ passage, ofEntity }: Places, { half }: Windows, entity: number) {
  const counts = { windows: 0, passages: 0 }
  let [lastPassage, lastWindow] = [-1, -1]
  for (const place of listAt(ofEntity, entity)) {
    const [at, window] = [passage[place] ?? 0, half[place] ?? 0]
    if (at !== lastPassage) {
      counts.passages += 1
      lastWindow = -1
    }
    counts.windows += window + 1 - Math.max(lastWindow, window - 1)
    lastPassage = at
    lastWindow = window + 1
  }
  return counts
}

/** A name within a longer name does not stand beside it. */
function doOverlap({ start, end }: Places, a: number, b: number): boolean {
  return (start[a] ?? 0) < (end[b] ?? 0) && (start[b] ?? 0) < (end[a] ?? 0)
}

function joinedPairs({ source, target }: GraphEdges, entities: number): Set<number> {
  const pairs = new Set<number>()
  for (const [edge, from] of source.entries()) {
    const to = target[edge] ?? 0
    pairs.add(Math.min(from, to) * entities + Math.max(from, to))
  }
  return pairs
}

function normalisedPmi(together: number, a: number, b: number, total: number): number {
  if (together >= total) return 1
  return Math.log((together * total) / (a * b)) / -Math.log(together / total)
}

function discount(together: number, rarer: number): number {
  return (together / (together + 1)) * (rarer / (rarer + 1))
}

/** Those that are among the `most` strongest of their one end or of their other; ties go to the smaller numbers. */
function strongestOfEither(all: readonly Association[], entities: number, most: number): Association[] {
  const seen = new Int32Array(entities)
  const isKept = new Uint8Array(all.length)
  for (const at of strongestFirst(all)) {
    const { a, b } = all[at] ?? { a: 0, b: 0 }
    if ((seen[a] ?? 0) < most || (seen[b] ?? 0) < most) isKept[at] = 1
    seen[a] = (seen[a] ?? 0) + 1
    seen[b] = (seen[b] ?? 0) + 1
  }
  return all.filter((_, at) => isKept[at] === 1)
}

const steps = 2 ** 20

/** Weight, in a million steps, and place in one number: numbers alone are sorted ten times as fast as by a function. */
function strongestFirst(all: readonly Association[]): Uint32Array {
  const keys = Float64Array.from(all, ({ weight }, at) => Math.round((1 - weight) * steps) * 2 ** 32 + at)
  return Uint32Array.from(keys.sort(), (key) => key % 2 ** 32)
}
