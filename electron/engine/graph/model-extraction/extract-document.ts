import { CairnError, type ErrorCode } from '@shared/errors'
import type { ModelName } from '@engine/ports/models/language-model'
import type { DocumentFacts } from '../share/graph-share'
import type { PassageText } from '../names/passage-reading'
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
import { attempt, type FailureStreak } from './failure-streak'
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
  /** Whether the run's model is still chosen and the document still has that revision. */
  readonly isCurrent: (document: ExtractionDocument) => boolean
  /** Called when so many more passages of a document are read or given up. */
  readonly settled: (document: ExtractionDocument, passages: number) => void
}

type Parts = Pick<ModelExtractionParts, 'textOf' | 'files' | 'learned' | 'log'>

/** Errors that the passage may have caused: it is tried once more in another run, alone, and then given up. */
const owedToPassage: readonly ErrorCode[] = ['MODEL_FAILED', 'INVALID_INPUT', 'DEADLINE_EXCEEDED']
const temperature = 0.1
/** Full lists of usual names; with the prompt it stays within the 2048 tokens that are kept for calls with a schema. */
const maxTokens = 700
const noFacts: PassageFacts = { names: [], mentions: [], relations: [] }

/** Reads the unread passages of a document and stores each answer before the next call. Throws as files do, and CairnError. */
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

/** Batches of unread passages. Passages that failed before come last, each alone: it may have failed the others, too. */
function batchesOf(passages: readonly PassageText[], record: ExtractionRecord): number[][] {
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
