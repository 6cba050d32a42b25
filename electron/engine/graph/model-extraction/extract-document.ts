import { CairnError, type ErrorCode, toCairnError } from '@shared/errors'
import type { ModelName } from '@engine/ports/models/language-model'
import type { DocumentFacts } from '../share/graph-share'
import type { FactPassage } from '../facts/passage-parts'
import { openRecord } from './document-record'
import type { ExtractionDocument, ModelExtractionParts } from './extraction-parts'
import {
  type ExtractionRecord,
  failureLine,
  isSettled,
  maxAttempts,
  passageLine,
  type PassageFacts,
} from './extraction-record'
import type { FailureStreak } from './failure-streak'
import type { GroundedAnswer } from './answers/ground-answer'
import { extractionSchema } from './requests/extraction-schema'
import type { ModelCalls } from './requests/model-calls'
import { passageBatches } from './passage-batches'
import { type AskForFacts, readBatch } from './read-batch'

/** One run over the library: with one model, until the budget is spent. */
export interface ExtractionRun {
  readonly model: ModelName
  readonly asking: ModelCalls
  readonly failures: FailureStreak
  /** Whether that is still the model, and the document still of that revision. */
  readonly isCurrent: (document: ExtractionDocument) => boolean
  /** So many more of its passages need not be asked about any more. */
  readonly settled: (document: ExtractionDocument, passages: number) => void
}

type Parts = Pick<ModelExtractionParts, 'textOf' | 'files' | 'learned' | 'log'>

/** Failures that may be owed to what was to be read: it is tried once more in another run, by itself, and then given up. */
const owedToPassage: readonly ErrorCode[] = ['MODEL_FAILED', 'INVALID_INPUT', 'DEADLINE_EXCEEDED']
const temperature = 0.1
/** Full lists of usual names; with the prompt it stays within the 2048 tokens that are kept for calls with a schema. */
const maxTokens = 700
const noFacts: PassageFacts = { names: [], mentions: [], relations: [] }

/**
 * Reads those passages of a document that are not read yet, and writes down each answer before it asks on. What fails is left
 * for another run. Throws what the files throw, CairnError where the model has failed too often, CANCELLED.
 */
export async function readDocument(
  document: ExtractionDocument,
  run: ExtractionRun,
  parts: Parts,
  signal: AbortSignal,
): Promise<void> {
  const { model, asking, failures, isCurrent, settled } = run
  const text = await parts.textOf(document, signal)
  if (!text) return
  const { record, append } = await openRecord(document, model, parts.files)
  const { passages, facts } = text
  const triesOf = (place: number) => record.failed.get(place) ?? 0
  const ask: AskForFacts = (prompt, seed, inner) =>
    asking.ask(model, { ...prompt, seed, temperature, maxTokens, schema: extractionSchema }, inner)
  let hasLearned = false
  try {
    for (const batch of batchesOf(passages, record)) {
      if (asking.isOver || !isCurrent(document)) return
      const read = {
        passages: batch.flatMap((place) => passages[place] ?? []),
        names: namesIn(facts, batch),
        seed: triesOf(batch[0] ?? 0),
      }
      const found = await attempt(() => readBatch(read, ask, signal), signal)
      if (!found || !isCurrent(document)) return
      if (!(found instanceof CairnError)) {
        await append(linesOf(batch, found))
        hasLearned = true
        failures.succeeded()
        settled(document, batch.length)
        continue
      }
      parts.log(`graph: ${model.id} could not read passages of ${document.id}: ${found.code}`)
      if (owedToPassage.includes(found.code)) {
        await append(batch.map((place) => failureLine(place, found.code)))
        settled(document, batch.filter((place) => triesOf(place) + 1 >= maxAttempts).length)
      }
      await failures.failed(found, signal)
    }
  } finally {
    if (hasLearned) parts.learned(document.id)
  }
}

function linesOf(batch: readonly number[], { facts, discarded }: GroundedAnswer): string[] {
  return batch.map((place, at) => passageLine(place, facts[at] ?? noFacts, at === 0 ? discarded : 0))
}

async function attempt<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | CairnError> {
  try {
    return await work()
  } catch (thrown) {
    signal.throwIfAborted()
    return toCairnError(thrown)
  }
}

/** Those that have failed before come last, each alone: one of them may have taken the others along. */
function batchesOf(passages: readonly FactPassage[], record: ExtractionRecord): number[][] {
  const open = [...passages.keys()].filter((place) => !isSettled(record, place))
  const fresh = open.filter((place) => !record.failed.has(place))
  const failed = open.filter((place) => record.failed.has(place))
  return [...passageBatches(fresh, passages), ...failed.map((place) => [place])]
}

/** The names rules found in these passages, in reading order. */
function namesIn(facts: DocumentFacts | undefined, batch: readonly number[]): string[] {
  if (!facts) return []
  const here = new Set(batch)
  const names = facts.mentions.filter(([, passage]) => here.has(passage)).map(([name]) => facts.names[name]?.name)
  return [...new Set(names)].filter((name) => name !== undefined)
}
