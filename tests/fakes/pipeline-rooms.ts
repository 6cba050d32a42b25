import { join, resolve } from 'node:path'
import type { CairnEvent } from '@shared/events'
import { createStamper } from '@shared/events'
import { defaultSettings } from '@shared/settings'
import { loadShortAnswerer } from '@engine/answer/short-answer/load-short-answerer'
import { estimatedTokens } from '@engine/inference/built-in/measured-tokens'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { answerQuestion } from '@engine/pipeline/answer-question'
import { createIntentClassifier } from '@engine/pipeline/intent/classify'
import { loadLabelled } from '@engine/pipeline/intent/labelled'
import type { StageRunnerOptions } from '@engine/pipeline/stage'
import type { PipelineRooms, TurnRequest } from '@engine/pipeline/turn'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { defaultChain } from '@engine/retrieval/post-processors/default-chain'
import { cutChinese } from '@engine/text/chinese/chinese-words'
import { englishDictionary } from '@engine/text/english/english-dictionary'
import { tagEnglish } from '@engine/text/english/tag-english'
import { fakeChunkIndex, type FakeDocument } from './chunk-index'
import { fakeSessionStore } from './session-store'

const resources = resolve(import.meta.dirname, '../../resources')
/** One for all tests, because the labelled examples are embedded once. */
const intents = createIntentClassifier(
  createHashedNgramEmbedder(),
  async () => (await loadLabelled(join(resources, 'intents'))).examples,
)

const shortAnswers = await loadShortAnswerer(resources)
/** As the engine has it before a question's first stage: what is read once would break a deadline on a busy machine. */
const loaded = async () => {
  await intents.rank('', new AbortController().signal)
  return [englishDictionary(), tagEnglish(''), cutChinese('一')]
}

/** A pipeline over documents in memory, with a clock that stands still and ids that count. */
export async function fakeRooms(documents: readonly FakeDocument[]) {
  const index = await fakeChunkIndex(documents)
  const sessions = fakeSessionStore()
  let ids = 0
  const rooms: PipelineRooms = {
    index,
    embedder: createHashedNgramEmbedder(),
    answerEmbedder: createHashedNgramEmbedder(),
    sessions,
    library: {
      documents: () =>
        index.chunks.map(({ doc_id: id, doc_name: name, format }) => {
          return { id, name, title: name, chunks: 1, format, gaps: [] }
        }),
      facts: () => ({ contentHash: 'f'.repeat(64), tags: [] }),
      unread: () => [],
      records: () => [],
    },
    tokens: estimatedTokens,
    terms: createTermTable([
      ['water level', '水位'],
      ['pump', '水泵'],
    ]),
    chain: defaultChain,
    readText: ({ chunk }, start, end) => Promise.resolve(chunk.text.slice(start, end)),
    intents,
    shortAnswers,
    caches: { rewrites: new Map(), intents: new Map() },
    settings: () => defaultSettings.retrieval,
    resolveFilter: (filter) => filter,
    now: () => 1_700_000_000_000,
    newId: () => `id${ids++}`,
  }
  return { rooms, sessions, index }
}

/** Runs one turn and returns its events. */
export async function runTurn(
  question: string,
  rooms: PipelineRooms,
  overrides: Partial<TurnRequest> &
    Partial<Pick<StageRunnerOptions, 'signal' | 'goOn' | 'budgets' | 'firstTokenBudget' | 'clock'>> & {
      onEvent?: (event: CairnEvent) => void
    } = {},
): Promise<CairnEvent[]> {
  const {
    signal = new AbortController().signal,
    clock = () => 0,
    goOn,
    budgets,
    firstTokenBudget,
    onEvent,
    ...request
  } = overrides
  await loaded()
  const stamp = createStamper('s1', request.turnId ?? 't1', () => 5)
  const events: CairnEvent[] = []
  await answerQuestion(
    { question, sessionId: 's1', turnId: 't1', traceId: 'trace', searchAnyway: false, language: 'en', ...request },
    rooms,
    {
      emit: (body) => {
        const event = stamp(body)
        events.push(event)
        onEvent?.(event)
      },
      signal,
      clock,
      ...(goOn ? { goOn } : {}),
      ...(budgets ? { budgets } : {}),
      ...(firstTokenBudget === undefined ? {} : { firstTokenBudget }),
    },
  )
  return events
}

/** An event in a word: `2>` stage start, `2 done` stage end, the type otherwise. Runs of tokens count once. */
export function outline(events: readonly CairnEvent[]): string[] {
  // Whether something had to be made ready depends on the machine.
  const words = events
    .filter(({ type }) => type !== 'preparing')
    .map((event) => {
      if (event.type === 'stage_start') return `${event.stage}>`
      if (event.type === 'stage_end') return `${event.stage} ${event.status}`
      return event.type === 'shortcut' ? `shortcut ${event.shortcut}` : event.type
    })
  return words.filter((word, at) => word !== 'token' || words[at - 1] !== 'token')
}
