import type { EarlierSessions, RecalledExchange, RecallScope } from '@engine/ports/storage/earlier-sessions'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { Passage } from '@engine/retrieval/passage'
import type { AskedQuestion } from '@engine/question/asked-question'
import { answerWords } from '../../wording/answer-words'
import { inTime } from '../../stage'
import type { PipelineRooms } from '../../turn'

const maxRecalled = 3
const leads = Object.values(answerWords).map(({ recall }) => recall.lead)
/** Less than the stage's budget: without it there are still the documents. */
const recallMs = 600

/** The format of a passage that is an answer of an earlier chat. */
export const chatFormat = 'chat'

interface RecallRequest {
  readonly asked: Pick<AskedQuestion, 'recalls'>
  readonly sessionId: string
}

/** Answers of earlier chats about the question's topic; empty where the question asks for no earlier chat, or is late. */
export async function recallChats(
  { asked, sessionId }: RecallRequest,
  { earlier, terms, index, settings }: Pick<PipelineRooms, 'earlier' | 'terms' | 'index' | 'settings'>,
  signal: AbortSignal,
): Promise<Passage[]> {
  const topic = earlier && settings().earlier_chats ? asked.recalls : null
  if (!earlier || topic === null) return []
  return recalled(topic, { except: sessionId }, { earlier, terms, index }, signal)
}

type RecallRooms = Pick<PipelineRooms, 'terms' | 'index'> & { readonly earlier: EarlierSessions }

/** Answers that a chat has given to what speaks of a topic, best first. */
export function recallOwnChat(
  topic: string,
  sessionId: string,
  rooms: RecallRooms,
  signal: AbortSignal,
): Promise<Passage[]> {
  return recalled(topic, { only: sessionId }, rooms, signal)
}

async function recalled(
  topic: string,
  which: RecallScope,
  { earlier, terms, index }: RecallRooms,
  signal: AbortSignal,
): Promise<Passage[]> {
  const keyTerms = keyTermsOf(topic, terms, index.statistics)
  const work = (inner: AbortSignal) => earlier.recall(keyTerms, which, 2 * maxRecalled, inner)
  const found = await inTime(work, recallMs, [], signal)
  // What was itself recalled is there under the chat it comes from.
  return found
    .filter(({ answer }) => !leads.some((lead) => answer.startsWith(lead)))
    .slice(0, maxRecalled)
    .map(asPassage)
}

/** An answer as a passage: its words without citation marks, under the question as its heading. */
function asPassage({ header, turn_id, question, answer, score, restsOn }: RecalledExchange): Passage {
  const text = answer.replace(/[ \t]*\[\d+\]/gu, '').trim()
  const chunk = {
    id: `chat:${header.id}:${turn_id}`,
    doc_id: header.id,
    doc_name: header.title,
    title: header.title,
    revision: turn_id,
    collection: '',
    format: chatFormat,
    index: 0,
    text,
    start: 0,
    end: text.length,
    page: null,
    heading_path: [question],
    context: header.updated_at.slice(0, 10),
    token_count: 0,
    window_start: 0,
    window_end: text.length,
  }
  const found = { vector: new Float32Array(), search: '', placements: [], fused: 0, features: null }
  return { ...found, chunk, score, start: 0, end: text.length, text, ...(restsOn ? { restsOn } : {}) }
}
