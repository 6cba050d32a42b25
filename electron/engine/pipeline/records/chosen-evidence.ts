import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import type { TextRange } from '@engine/retrieval/text-range'
import type { Passage } from '@engine/retrieval/passage'
import { passageOfEvidence } from '@engine/session/context/evidence'
import type { PipelineRooms, TurnRequest } from '../turn'

/** Choices without ids that the session holds no evidence for; undefined where nothing is left of them. */
export async function knownChoices(
  { sessionId, choices }: TurnRequest,
  { sessions }: Pick<PipelineRooms, 'sessions'>,
): Promise<TurnRequest['choices']> {
  if (!choices) return undefined
  const { excluded_documents: documents = [] } = choices
  if (choices.pinned.length + choices.excluded.length + documents.length === 0) return undefined
  const evidences = (await sessions.has(sessionId)) ? (await sessions.load(sessionId)).evidences : {}
  const known = (ids: readonly string[]) => [...new Set(ids)].filter((id) => Object.hasOwn(evidences, id))
  const [pinned, excluded] = [known(choices.pinned), known(choices.excluded)]
  const left = documents.length > 0 ? { excluded_documents: [...new Set(documents)] } : {}
  return pinned.length + excluded.length + documents.length > 0 ? { pinned, excluded, ...left } : undefined
}

/** What the user pinned to and excluded from this question's context. Ids that are not in the session count for nothing. */
export async function chosenEvidence(
  { sessionId, choices }: TurnRequest,
  { sessions }: Pick<PipelineRooms, 'sessions'>,
): Promise<{ readonly pinned: readonly Passage[]; readonly excluded: readonly TextRange[] }> {
  if (!choices || choices.pinned.length + choices.excluded.length === 0) return { pinned: [], excluded: [] }
  const { evidences } = await sessions.load(sessionId)
  const passages = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const evidence = Object.hasOwn(evidences, id) ? evidences[id] : undefined
      const passage = evidence && passageOfEvidence(evidence, 0)
      return passage ? [passage] : []
    })
  const excluded = new Set(choices.excluded)
  return {
    pinned: passages(choices.pinned.filter((id) => !excluded.has(id))),
    excluded: passages(choices.excluded).map(({ chunk, start, end, text }) => {
      return { documentId: chunk.doc_id, start, end, text }
    }),
  }
}

/** Pinned passages first, with the best score found, then what was found beside them. */
export function withPinned(pinned: readonly Passage[], found: readonly Passage[]): Passage[] {
  const highest = Math.max(...found.map(({ score }) => score), 1e-3)
  const first = pinned.map((passage) => {
    const same = found.find((other) => isSamePlace(other, passage))
    return same ?? { ...passage, score: highest }
  })
  return [...first, ...found.filter((other) => !pinned.some((passage) => isSamePlace(passage, other)))]
}

/** The same text of the same document. */
export function isSamePlace(a: Passage, b: Passage): boolean {
  return a.chunk.doc_id === b.chunk.doc_id && a.start === b.start && a.end === b.end
}

/** A filter without the documents that the user left out whole. */
export function withoutDocuments(
  filter: ChunkFilter | undefined,
  choices: TurnRequest['choices'],
): ChunkFilter | undefined {
  const left = new Set(choices?.excluded_documents)
  if (left.size === 0) return filter
  const { documents, not_documents: others = [], ...rest } = filter ?? {}
  if (documents) return { ...rest, documents: documents.filter((id) => !left.has(id)) }
  return { ...rest, not_documents: [...new Set([...others, ...left])] }
}
