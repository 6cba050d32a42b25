import { type ChainContext, includesPassage, isRead, type PostProcessor } from '../chain'
import type { Passage } from '../passage'
import { endedWell } from '../whole-lists'
import type { Span } from '@engine/text/sentences/sentences'

/** Passages looked at; those further down are cut later anyway. */
const depth = 12
/** Beyond as many as are kept in the end, so that some may still step behind those of other documents. */
const spare = 3
/** The same where a model reads, which has tokens for some that do not fit with their neighbours. */
const spareRead = 4
/** By default a joined passage never grows beyond this many characters, however many of its chunks were found. */
const usualLongest = 6000

/** Widens each passage by its neighbour chunks and joins those that then touch; the text is the document's own. */
export const contextWindow: PostProcessor = {
  name: 'context-window',
  async process(passages, context) {
    const joined: Passage[] = []
    const longest = context.longestWindow ?? usualLongest
    // A wider search for a language model looks at more.
    const looked = isRead(context) ? Math.max(depth, context.most + spareRead) : depth
    for (const passage of passages.slice(0, looked)) {
      const { start, end } = windowOf(passage, longest)
      const isTouching = (other: Passage) => touches(other, passage, { start, end }, longest)
      const at = joined.findIndex(isTouching)
      const other = joined[at]
      if (other) joined[at] = { ...other, start: Math.min(other.start, start), end: Math.max(other.end, end) }
      else joined.push({ ...passage, start, end })
    }
    const widened = joined.slice(0, context.most + spare).map((passage) => withText(passage, context))
    const all = [...(await Promise.all(widened)), ...joined.slice(widened.length).map(asFound)]
    if (!isRead(context)) return all
    // What an earlier passage has gone on to is there already.
    return all.filter((passage, at) => !all.slice(0, at).some((other) => includesPassage(other, passage)))
  },
}

/** The chunk with its neighbours, or alone where they would make it too long. */
function windowOf({ chunk }: Passage, longest: number): Span {
  const { window_start: start, window_end: end } = chunk
  return end - start <= longest ? { start, end } : { start: chunk.start, end: chunk.end }
}

function touches(a: Passage, b: Passage, { start, end }: Span, longest: number): boolean {
  return (
    a.chunk.doc_id === b.chunk.doc_id &&
    a.chunk.revision === b.chunk.revision &&
    start <= a.end &&
    end >= a.start &&
    Math.max(end, a.end) - Math.min(start, a.start) <= longest
  )
}

async function withText(passage: Passage, context: ChainContext): Promise<Passage> {
  const text = await context.readText(passage, passage.start, passage.end)
  // A language model takes the beginning of a list for all of it.
  if (text !== null) return isRead(context) ? endedWell({ ...passage, text }, context) : { ...passage, text }
  // The document was replaced since it was searched: the chunk's own text is still exact.
  return asFound(passage)
}

/** The chunk alone. */
export function asFound(passage: Passage): Passage {
  return { ...passage, start: passage.chunk.start, end: passage.chunk.end, text: passage.chunk.text }
}
