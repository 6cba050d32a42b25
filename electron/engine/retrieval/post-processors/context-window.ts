import type { ChainContext, PostProcessor } from '../chain'
import type { Passage } from '../passage'

/** Passages looked at; those further down are cut later anyway. */
const depth = 12
/** Beyond as many as are kept in the end, so that some may still step behind those of other documents. */
const spare = 3
/** A joined passage never grows beyond this many characters, however many of its chunks were found. */
const longest = 6000

/** Widens each passage by its neighbour chunks and joins those that then touch; the text is the document's own. */
export const contextWindow: PostProcessor = {
  name: 'context-window',
  async process(passages, context) {
    const joined: Passage[] = []
    for (const passage of passages.slice(0, depth)) {
      const { window_start: start, window_end: end } = passage.chunk
      const at = joined.findIndex((other) => touches(other, passage, start, end))
      const other = joined[at]
      if (other) joined[at] = { ...other, start: Math.min(other.start, start), end: Math.max(other.end, end) }
      else joined.push({ ...passage, start, end })
    }
    const widened = joined.slice(0, context.most + spare).map((passage) => withText(passage, context))
    return [...(await Promise.all(widened)), ...joined.slice(widened.length).map(asFound)]
  },
}

function touches(a: Passage, b: Passage, start: number, end: number): boolean {
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
  if (text !== null) return { ...passage, text }
  // The document was replaced since it was searched: the chunk's own text is still exact.
  return asFound(passage)
}

function asFound(passage: Passage): Passage {
  return { ...passage, start: passage.chunk.start, end: passage.chunk.end, text: passage.chunk.text }
}
