import type { PostProcessor } from '../chain'
import type { Passage } from '../passage'

/** Keeps one of several passages with the same text, case, width and spacing aside; it takes over their placements. */
export const dedup: PostProcessor = {
  name: 'dedup',
  process(passages) {
    const kept = new Map<string, Passage>()
    // Nearly all differ within a line, and normalising the whole of each took as long as all else that is done here.
    const beginnings = passages.map(({ chunk }) => beginningOf(chunk.text))
    const alike = new Map<string, number>()
    for (const beginning of beginnings) alike.set(beginning, (alike.get(beginning) ?? 0) + 1)
    for (const [at, passage] of passages.entries()) {
      const beginning = beginnings[at] ?? ''
      const key = alike.get(beginning) === 1 ? beginning : normalised(passage.chunk.text)
      const known = kept.get(key)
      kept.set(key, known ? { ...known, placements: bestPerList(known, passage) } : passage)
    }
    return [...kept.values()]
  },
}

const beginningLength = 40
/** UTF-16 units read for a beginning: a text may begin with many spaces. */
const beginningRead = 80

/** Texts that are the same but for case, width and spacing begin alike; a text that begins with nothing else is read whole. */
function beginningOf(text: string): string {
  const read = withoutSpaces(text.slice(0, beginningRead))
  return (read.length < beginningLength ? withoutSpaces(text) : read).slice(0, beginningLength)
}

function withoutSpaces(text: string): string {
  return normalised(text).replaceAll(' ', '')
}

function normalised(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** The best place that either passage has in each list. */
export function bestPerList(a: Passage, b: Passage): Passage['placements'] {
  const best = new Map(a.placements.map((placement) => [placement.list, placement]))
  for (const placement of b.placements) {
    const known = best.get(placement.list)
    if (!known || placement.rank < known.rank) best.set(placement.list, placement)
  }
  return [...best.values()]
}
