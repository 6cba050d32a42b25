import { join } from 'node:path'
import type { Change } from '@shared/changes'
import type { Chunk } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { ExtractionState } from '@shared/graph'
import type { Settings } from '@shared/settings'
import { keptDocuments } from '@shared/sensitivity/sensitive-documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import type { GraphExtraction } from '@engine/ports/graph/knowledge-graph'
import type { ModelName } from '@engine/ports/models/language-model'
import type { GraphFiles } from '../share/graph-files'
import type { DocumentFacts } from '../share/graph-share'
import type { AskModel, ExtractionFiles, ModelExtractionParts } from '../model-extraction/extraction-parts'
import { ModelCalls } from '../model-extraction/requests/model-calls'
import { ModelExtraction } from '../model-extraction/model-extraction'
import { TurnActivity } from '@engine/platform/changes/turn-activity'
import { modelFileName } from '../share/share-holder'

export interface OpenExtractionParts extends Pick<
  ModelExtractionParts,
  'models' | 'wait' | 'clock' | 'changed' | 'learned' | 'afterwards' | 'closing' | 'log'
> {
  /** A model's name; undefined where the model is not there. */
  readonly nameOf: (model: string) => string | undefined
  readonly settings: () => Pick<Settings, 'graph' | 'models'>
  readonly catalogue: Pick<DocumentCatalogue, 'list' | 'get' | 'onChange'>
  readonly files: Pick<GraphFiles, 'read' | 'append' | 'write' | 'remove'>
  /** Where records of what was read are kept, absolute. */
  readonly folder: string
  /** In reading order. */
  readonly chunksOf: (documentId: string) => Promise<readonly Chunk[]>
  /** The facts of that revision of a document; undefined where they are not known. */
  readonly factsOf: (documentId: string, revision: string) => Promise<DocumentFacts | undefined>
  /** Resolves once documents can be read. */
  readonly begun: Promise<unknown>
}

/** A model's reading of the library, as the settings have it. */
export interface OpenExtraction extends GraphExtraction {
  /** Begins where the settings have it done; to be called once documents can be read. */
  start(): void
  /** To be told of every change: turns that run, settings. */
  follow(change: Change): void
  /** Asks a model for somebody who waits for it: without a budget, and behind turns that run. */
  readonly ask: AskModel
  /** Waits for what is under way; to be called after `closing` was aborted. */
  close(): Promise<void>
}

/** Changes of documents that follow each other this closely, in milliseconds, are taken in together. */
const lingerMs = 1000

/** Has a language model read the library while the settings have it on, or a person has started it. */
export function openExtraction(parts: OpenExtractionParts): OpenExtraction {
  const { settings, nameOf, begun } = parts
  const activity = new TurnActivity()
  const model = () => chosenModel(settings(), nameOf)
  /** Counting the library takes a while, and the state is asked for at every change of the graph. */
  let state: ExtractionState | undefined
  const { models } = parts
  const isElsewhere = () => models.isElsewhere?.(model()?.id ?? '') === true
  const extraction = new ModelExtraction({
    ...parts,
    // Of what it reads nothing is confidential.
    models: models.open ?? models,
    ...libraryOf(parts, isElsewhere),
    activity,
    model,
    files: extractionFiles(parts),
    afterwards: async (ask, signal) => {
      // A reading that a person began by hand is that and no more.
      if (!settings().graph.model_extraction) return
      // Descriptions are made of what all documents say.
      if (isElsewhere() && keptDocuments(parts.catalogue.list()).size > 0) return
      await parts.afterwards?.(ask, signal)
    },
    budgetMs: () => settings().graph.budget_minutes * 60_000,
    changed() {
      state = undefined
      parts.changed()
    },
  })
  const followSettings = keepUpToDate(extraction, model, parts)
  const current = () => (state ??= extraction.state())
  const unlimited = new ModelCalls({ ...parts, activity }, Infinity)
  let isStarted = false
  return {
    state: current,
    ask: (...asked) => unlimited.ask(...asked),
    async resume() {
      if (!model()) throw new CairnError('NOT_FOUND', 'No language model is chosen.', 'Choose one in Models.')
      await begun
      await extraction.resume()
      return current()
    },
    async pause() {
      await extraction.pause()
      return current()
    },
    start() {
      isStarted = true
      followSettings()
    },
    follow(change) {
      activity.follow(change)
      if (change.type === 'settings' && isStarted) followSettings()
    },
    close: () => extraction.idle(),
  }
}

/** The documents that can be searched, and their texts; for a model of another machine without those that are confidential. */
function libraryOf(
  { catalogue, chunksOf, factsOf }: OpenExtractionParts,
  isElsewhere: () => boolean,
): Pick<ModelExtractionParts, 'documents' | 'textOf'> {
  return {
    documents() {
      const all = catalogue.list()
      const kept = isElsewhere() ? keptDocuments(all) : new Set<string>()
      return all.flatMap(({ id, live, trashed_at, created_at, chunk_count }) => {
        if (!live || trashed_at !== null || kept.has(id)) return []
        return [{ id, revision: live.revision, addedAt: created_at, passages: chunk_count }]
      })
    },
    async textOf({ id, revision }) {
      const chunks = (await chunksOf(id)).filter((chunk) => chunk.revision === revision)
      if (chunks.length === 0) return undefined
      // Names to go by: without them it reads as well.
      const facts = await factsOf(id, revision).catch(() => undefined)
      const passages = chunks.map(({ title, heading_path: headingPath, text }) => ({ title, headingPath, text }))
      return { passages, facts }
    },
  }
}

/** Follows changes of documents from now on; returns a function that follows a change of the settings. */
function keepUpToDate(
  extraction: ModelExtraction,
  model: () => ModelName | null,
  { catalogue, settings, wait, closing, log }: OpenExtractionParts,
): () => void {
  /** The model that reads by itself. */
  let reader: string | null = null
  let isDue = false
  const settle = (work: Promise<void>) => {
    work.catch((thrown: unknown) => (closing.aborted ? undefined : log(`graph: ${String(thrown)}`)))
  }
  const followDocuments = async () => {
    if (isDue) return
    isDue = true
    await wait(lingerMs, closing)
    isDue = false
    await extraction.refresh()
  }
  catalogue.onChange(() => settle(followDocuments()))
  return () => {
    const before = reader
    reader = settings().graph.model_extraction ? (model()?.id ?? null) : null
    const isOther = reader !== before
    if (reader === null) settle(isOther ? extraction.stop() : extraction.refresh())
    else if (before === null || (isOther && extraction.state().state === 'failed')) settle(extraction.resume())
    else settle(extraction.refresh())
  }
}

function extractionFiles({ folder, files, catalogue }: OpenExtractionParts): ExtractionFiles {
  const pathOf = (documentId: string) => join(folder, modelFileName(documentId))
  /** A document deleted meanwhile leaves nothing behind. */
  const whileKept = async (documentId: string, written: Promise<void>) => {
    await written
    if (!catalogue.get(documentId)) await files.remove(pathOf(documentId))
  }
  return {
    read: async (documentId) => (await files.read(pathOf(documentId))) ?? '',
    append: (documentId, text) => whileKept(documentId, files.append(pathOf(documentId), text)),
    replace: (documentId, text) => whileKept(documentId, files.write(pathOf(documentId), text)),
  }
}

/** The model that works on the graph: the one for this task, or the one for all; null for none, and where rules are to do it. */
export function chosenModel(
  { models }: Pick<Settings, 'models'>,
  nameOf: (model: string) => string | undefined,
): ModelName | null {
  const id = models.tasks.extraction?.model ?? models.language
  return id === null || id === 'rules' ? null : { id, name: nameOf(id) ?? id }
}
