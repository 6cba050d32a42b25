import { visitShingles } from '@engine/text/shingles'
import type { ChainContext, NearPlace, PostProcessor } from '../chain'
import type { Passage } from '../passage'
import { bestPerList } from './dedup'

/** Characters read on either side of a passage: in a changed copy, chunks begin and end elsewhere. */
const around = 2500

/**
 * Of documents that are nearly the same, the one that leads speaks: a passage of another is left out where the leader says every word
 * of it, in that order, and the leader's takes over its placements. What an edited copy says otherwise stays.
 */
export const nearDuplicates: PostProcessor = {
  name: 'near-duplicates',
  applies: ({ nearGroupOf }) => nearGroupOf !== undefined,
  async process(passages, context) {
    const groups = [...groupsOf(passages, context).values()].filter((group) => new Set(group.map(place)).size > 1)
    if (groups.length === 0) return passages
    const replaced = new Map<string, Passage | null>()
    for (const group of groups) await speakOnce(group, context, replaced)
    return passages.flatMap((passage) => {
      const now = replaced.get(passage.chunk.id)
      return now === null ? [] : [now ?? passage]
    })
  },
}

interface Placed {
  readonly passage: Passage
  readonly near: NearPlace
}

const place = ({ near }: Placed): number => near.at

function groupsOf(passages: readonly Passage[], { nearGroupOf }: ChainContext): ReadonlyMap<string, Placed[]> {
  const groups = new Map<string, Placed[]>()
  for (const passage of passages) {
    const near = nearGroupOf?.(passage.chunk.doc_id)
    if (!near) continue
    const group = groups.get(near.group)
    if (group) group.push({ passage, near })
    else groups.set(near.group, [{ passage, near }])
  }
  return groups
}

/** The oldest document of a group that was found leads here: the others may be out of the question's reach. */
async function speakOnce(group: readonly Placed[], context: ChainContext, replaced: Map<string, Passage | null>) {
  const first = Math.min(...group.map(place))
  const leading = group.filter(({ near }) => near.at === first).map(({ passage }) => passage)
  const said = await Promise.all(leading.map((passage) => shinglesAround(passage, context)))
  for (const { passage, near } of group) {
    if (near.at === first) continue
    const words = [...shinglesOf(passage.chunk.text)]
    const at = words.length === 0 ? -1 : said.findIndex((shingles) => words.every((hash) => shingles.has(hash)))
    const leader = leading[at]
    if (!leader) continue
    const known = replaced.get(leader.chunk.id) ?? leader
    replaced.set(leader.chunk.id, { ...known, placements: bestPerList(known, passage) })
    replaced.set(passage.chunk.id, null)
  }
}

async function shinglesAround(passage: Passage, { readText }: ChainContext): Promise<Set<number>> {
  const { start, end, text } = passage.chunk
  return shinglesOf((await readText(passage, Math.max(0, start - around), end + around)) ?? text)
}

function shinglesOf(text: string): Set<number> {
  const shingles = new Set<number>()
  visitShingles(text, (hash) => shingles.add(hash))
  return shingles
}
