import type { Chunk } from '@shared/documents'
import type { CommunityCard } from '@shared/graph'
import { detectLanguage, type Language } from '@engine/text/language'
import { type Span, splitSentences } from '@engine/text/sentences/sentences'
import { estimateTokens } from '@engine/text/token-count'
import { findNames } from '../model-extraction/answers/find-names'

/** A passage as the model is shown it, and as the model's answer is checked against. */
export interface CommunityPassage {
  readonly documentId: string
  readonly revision: string
  readonly documentName: string
  readonly headingPath: readonly string[]
  readonly text: string
}

/** What a model is told of a community. */
export interface CommunityBrief {
  /** The highest ranked entities that the passages name; the model may write of no other. */
  readonly names: readonly string[]
  readonly passages: readonly CommunityPassage[]
  /** The language of the passages, in which the model is to write. */
  readonly language: Language
}

/** For all passages together: with the rest of the prompt and an answer they stay within the 2048 tokens of a call with a schema. */
const maxTokens = 1000
const maxNames = 12

/** The sentences of an extractive summary with as much context as fits; `chunks` are the chunks of these sentences. */
export function communityBrief({ summary, entities }: CommunityCard, chunks: readonly Chunk[]): CommunityBrief {
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  let left = maxTokens
  const passages = summary.passages.flatMap(({ chunk_id, start, end }, at): CommunityPassage[] => {
    const chunk = byId.get(chunk_id)
    if (!chunk) return []
    const room = Math.floor(left / (summary.passages.length - at))
    const text = around(chunk.text, start - chunk.start, end - chunk.start, room)
    left -= estimateTokens(text)
    const { doc_id: documentId, revision, title, doc_name, heading_path: headingPath } = chunk
    return [{ documentId, revision, documentName: title || doc_name, headingPath, text }]
  })
  const texts = passages.map(({ text }) => text)
  const names = entities.slice(0, maxNames).map(({ name }) => name)
  const standing = names.filter((name) => findNames([name], texts).some((spans) => spans.length > 0))
  return { names: standing, passages, language: detectLanguage(texts.join('\n')) }
}

/** The sentences at `[from, to)`, then those behind and before them in turn, while they fit into so many tokens. */
function around(text: string, from: number, to: number, room: number): string {
  const sentences = splitSentences(text)
  const inside = [...sentences.entries()].filter(([, { start, end }]) => start < to && end > from)
  let [first, last] = [inside.at(0)?.[0] ?? 0, inside.at(-1)?.[0] ?? -1]
  const between = (a: Span | undefined, b: Span | undefined) => text.slice(a?.start ?? from, b?.end ?? to)
  let shown = between(sentences[first], sentences[last])
  if (estimateTokens(shown) > room) return beginning(shown, room)
  for (let isFull = false; !isFull;) {
    isFull = true
    for (const [a, b] of [
      [0, 1],
      [-1, 0],
    ] as const) {
      if (first + a < 0 || last + b >= sentences.length) continue
      const wider = between(sentences[first + a], sentences[last + b])
      if (estimateTokens(wider) > room) continue
      first += a
      last += b
      shown = wider
      isFull = false
    }
  }
  return shown
}

/** As much of a text as fits into so many tokens, or a little less. */
function beginning(text: string, room: number): string {
  let characters = Array.from(text)
  for (;;) {
    const shown = characters.join('')
    const tokens = estimateTokens(shown)
    if (tokens <= room || tokens === 0) return shown
    // What comes first may be denser than what follows, so that one cut may not be enough.
    characters = characters.slice(0, Math.max(0, Math.floor((characters.length * room) / tokens)))
  }
}
