import { fnv1a } from '@shared/hash'
import { extractNames, type NamePlace } from '../names/extract-names'
import type { PassageText } from '../names/passage-reading'
import { lastNames } from '../names/partial-names'

export interface GraphPassage extends PassageText {
  readonly id: string
  /** Its analysed terms, separated by single spaces: `IndexedChunk.search`. */
  readonly search: string
}

export interface PassageShare {
  readonly id: string
  /** Normalised names with how much each counts here, each name once. */
  readonly names: readonly (readonly [key: string, weight: number])[]
  /** Hashes of its distinct terms, ascending. */
  readonly terms: ArrayLike<number>
}

/** All that one document contributes to the graph, which is a fold over shares: a share that is taken out leaves no trace. */
export interface DocumentShare {
  readonly documentId: string
  readonly passages: readonly PassageShare[]
  /** Short forms it explains, as keys. */
  readonly aliases: readonly { readonly short: string; readonly long: string }[]
}

/** What a passage is about counts three times what it merely mentions. */
export const headingWeight = 3
const weights: Readonly<Record<NamePlace, number>> = {
  title: headingWeight,
  heading: headingWeight,
  text: 1,
  part: 0.5,
}
/** A surname that stands for the full name given elsewhere in the document. */
const resolvedWeight = 1

/** What a document contributes, from its chunks in reading order. */
export function shareOf(documentId: string, passages: readonly GraphPassage[]): DocumentShare {
  const found = passages.map((passage) => extractNames(passage))
  const fullNames = lastNames(found.flatMap(({ names }) => names))
  const aliases = new Map<string, { short: string; long: string }>()
  for (const alias of found.flatMap((one) => one.aliases)) aliases.set(`${alias.short}\n${alias.long}`, alias)
  return {
    documentId,
    passages: passages.map(({ id, search }, at) => {
      const weighted = new Map<string, number>()
      const put = (key: string, weight: number) => weighted.set(key, Math.max(weight, weighted.get(key) ?? 0))
      for (const { key, place } of found[at]?.names ?? []) {
        put(key, weights[place])
        const full = fullNames.get(key)
        if (full !== undefined) put(full, Math.min(weights[place], resolvedWeight))
      }
      return { id, names: [...weighted], terms: hashesOf(search) }
    }),
    aliases: [...aliases.values()],
  }
}

/** Names in titles and headings. */
export function headingKeys(passages: readonly Pick<PassageShare, 'names'>[]): string[] {
  return passages.flatMap(({ names }) => names.flatMap(([key, weight]) => (weight >= headingWeight ? key : [])))
}

function hashesOf(search: string): number[] {
  const hashes = new Set<number>()
  for (let from = 0; from < search.length;) {
    const space = search.indexOf(' ', from)
    const end = space === -1 ? search.length : space
    if (end > from) hashes.add(termHash(search, from, end))
    from = end + 1
  }
  // Numbers are sorted far faster without a function.
  return [...Uint32Array.from(hashes).sort()]
}

/** A hash in place of a term takes a tenth of the memory. Two words in a billion pairs meet, which moves one score a little. */
export function termHash(text: string, start = 0, end = text.length): number {
  return fnv1a(text, undefined, start, end) >>> 0
}
