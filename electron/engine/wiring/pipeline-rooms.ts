import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { loadShortAnswerer } from '@engine/answer/short-answer/load-short-answerer'
import { createTokenMeasure, estimatedTokens } from '@engine/inference/built-in/measured-tokens'
import { libraryFacts } from '@engine/ingest/documents/library-facts'
import { passagePlaces, passageText } from '@engine/ingest/documents/passage-text'
import { resolveFilter } from '@engine/ingest/documents/resolve-filter'
import { isWithin } from '@engine/pipeline/forms/library-scope'
import { createIntentClassifier } from '@engine/pipeline/intent/classify'
import { loadLabelled } from '@engine/pipeline/intent/labelled'
import type { IntentParse, PipelineRooms, Rewrite } from '@engine/pipeline/turn'
import { createTurnCache } from '@engine/pipeline/turn-cache'
import { version } from '@engine/platform/paths'
import { defaultChain } from '@engine/retrieval/post-processors/default-chain'
import { type SensitivityOf, withWhatTheyRestOn } from '@engine/session/context/current-sensitivity'
import type { Sessions } from '@engine/session/sessions'
import { keptOf } from './programs/rooms-for-programs'
import type { EngineBase } from './engine-base'
import type { GraphNeeds } from './wire-graph'
import type { LibraryNeeds, LibraryPart } from './wire-library'
import { tracedEmbedder, tracedLanguage, tracedReader, tracedReranker } from '@engine/inference/routing/traced-models'

export interface AnsweringNeeds extends GraphNeeds, LibraryNeeds {
  readonly library: LibraryPart
}

interface RoomNeeds extends AnsweringNeeds {
  readonly sessions: Sessions
  readonly sensitivityOf: SensitivityOf
}

/** A search in a shared library first looks what others have written, and reads what is new of the tables through the network. */
const sharedIndexMs = 12_000

/** The parts that the eight stages work with. */
export async function pipelineRooms({ options, log }: EngineBase, parts: RoomNeeds): Promise<PipelineRooms> {
  const { sessions, sensitivityOf, models, vectors } = parts
  const { builtIn, inference, settings } = models
  const { store, terms } = parts.storage
  const { reader } = parts.library
  const { resources, tokenPaceMs = 0 } = options
  const library = libraryFacts(store.catalogue)
  const load = (id: string) => store.sessions.load(id)
  return {
    get index() {
      return vectors.spaces.current().index
    },
    indexMs: store.shared && sharedIndexMs,
    get embedder() {
      return tracedEmbedder(vectors.spaces.current().embedder)
    },
    answerEmbedder: builtIn,
    reranker: () => tracedReranker(inference.reranker()),
    reader: () => tracedReader(inference.reader()),
    models: tracedLanguage(inference.language),
    graph: parts.graph.graph.search,
    measureTokens: createTokenMeasure(inference.language, estimatedTokens),
    sessions: store.sessions,
    library,
    nearGroupOf: library.nearGroupOf,
    withoutVectors: (filter) => library.withoutVectors().filter((document) => isWithin(document, filter)).length,
    tokens: estimatedTokens,
    earlier: {
      recall: async (...asked) => withWhatTheyRestOn(await sessions.recall(...asked), { load, sensitivityOf }),
    },
    version,
    terms: terms.table,
    chain: defaultChain,
    readText: passageText(reader, log),
    readPlaces: passagePlaces(reader, log),
    shortAnswers: await loadShortAnswerer(resources),
    intents: createIntentClassifier(builtIn, async () => (await loadLabelled(join(resources, 'intents'))).examples),
    caches: { rewrites: createTurnCache<Rewrite>(), intents: createTurnCache<IntentParse>() },
    pace: tokenPaceMs > 0 ? (signal) => setTimeout(tokenPaceMs, undefined, { signal }) : undefined,
    isKept: keptOf(store.catalogue).isKept,
    settings: () => settings.get().retrieval,
    resolveFilter: (filter) => resolveFilter(filter, store.catalogue.list()),
    now: options.asked?.now ?? Date.now,
    newId: randomUUID,
  }
}
