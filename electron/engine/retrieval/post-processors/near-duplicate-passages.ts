import { analyse } from '@engine/text/analyse'
import { splitSentences } from '@engine/text/sentences/sentences'
import { visitShingles } from '@engine/text/shingles'
import type { ChainContext, NearPlace, PostProcessor } from '../chain'
import type { Passage } from '../passage'
import { bestPerList } from './dedup'

/** Characters read on either side of a passage: in a changed copy, chunks begin and end elsewhere. */
const around = 2500

/**
 * Of documents that are nearly the same, the one that leads speaks: a passage of another is left out where the leader says it too,
 * and the leader's takes its place. What an edited copy says otherwise of what is asked, or with a number, stays.
 */
export const nearDuplicates: PostProcessor = {
  name: 'near-duplicates',
  applies: ({ nearGroupOf }) => nearGroupOf !== undefined,
  async process(passages, context) {
    const groups = [...groupsOf(passages, context).values()].filter((group) => new Set(group.map(place)).size > 1)
    if (groups.length === 0) return passages
    /** For each passage that is left out, the one that says it. */
    const saidBy = new Map<Passage, Passage>()
    for (const group of groups) await speakOnce(group, context, saidBy)
    return withoutRepeated(passages, saidBy)
  },
}

/** The leader stands where the first passage stood that says the same, with the best score of them. */
function withoutRepeated(passages: readonly Passage[], saidBy: ReadonlyMap<Passage, Passage>): Passage[] {
  const kept = new Map<Passage, Passage>()
  for (const passage of passages) {
    const leader = saidBy.get(passage) ?? passage
    const known = kept.get(leader) ?? leader
    const score = Math.max(known.score, passage.score)
    kept.set(
      leader,
      leader === passage ? { ...known, score } : { ...known, score, placements: bestPerList(known, passage) },
    )
  }
  return [...kept.values()]
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
async function speakOnce(group: readonly Placed[], context: ChainContext, saidBy: Map<Passage, Passage>) {
  const first = Math.min(...group.map(place))
  const leading = group.filter(({ near }) => near.at === first).map(({ passage }) => passage)
  const said = await Promise.all(leading.map((passage) => shinglesAround(passage, context)))
  for (const { passage, near } of group) {
    if (near.at === first) continue
    const at = said.findIndex((shingles) => isSaid(passage.chunk.text, shingles, context))
    const leader = leading[at]
    if (leader) saidBy.set(passage, leader)
  }
}

async function shinglesAround(passage: Passage, { readText }: ChainContext): Promise<Set<number>> {
  const { start, end, text } = passage.chunk
  return shinglesOf((await readText(passage, Math.max(0, start - around), end + around)) ?? text)
}

/** Whether the leader says a passage: each sentence word for word, or one that tells nothing of what is asked. */
function isSaid(text: string, shingles: ReadonlySet<number>, context: ChainContext): boolean {
  let before = 0
  return splitSentences(text).every(({ start, end }) => {
    const alone = shinglesOf(text.slice(start, end))
    // A short one has no run of words of its own; with the sentence before it, it has.
    const own = alone.size > 0 ? alone : shinglesOf(text.slice(before, end))
    before = start
    return [...own].every((hash) => shingles.has(hash)) || !isTelling(text.slice(start, end), context)
  })
}

const number = /[\d一二三四五六七八九十百千万]/u

function isTelling(sentence: string, { keyTerms }: ChainContext): boolean {
  if (keyTerms.length === 0 || number.test(sentence)) return true
  const words = new Set(analyse(sentence))
  return keyTerms.some(({ alternatives }) => alternatives.some((terms) => terms.every((term) => words.has(term))))
}

function shinglesOf(text: string): Set<number> {
  const shingles = new Set<number>()
  visitShingles(text, (hash) => shingles.add(hash))
  return shingles
}
