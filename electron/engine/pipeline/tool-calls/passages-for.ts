import { readQuestion } from '@engine/question/asked-question'
import type { Passage } from '@engine/retrieval/passage'
import { searchChannels } from '../stages/6-multi-channel'
import type { PipelineRooms } from '../turn'

/** The passages of documents that reach the relevance floor for a query outside any turn, best first. */
export async function passagesFor(
  query: string,
  most: number,
  rooms: PipelineRooms,
  signal: AbortSignal,
): Promise<readonly Passage[]> {
  const asked = readQuestion({ written: query, meant: query, standalone: query, parts: [query] })
  const request = {
    question: query,
    sessionId: '',
    turnId: '',
    traceId: '',
    searchAnyway: true,
    model: 'rules',
    language: asked.language,
  }
  const rewrite = { asked, queries: [{ text: query, weight: 1 }], unresolved: null }
  const settings = () => ({ ...rooms.settings(), passages: Math.min(most, maxPassages) })
  const { value } = await searchChannels({ request, rewrite }, { ...rooms, models: undefined, settings }, signal)
  return value.passages.slice(0, value.near).slice(0, most)
}

/** As many as the settings let a turn have. */
const maxPassages = 12
