import { setImmediate as macrotask } from 'node:timers/promises'
import { CairnError, type ErrorReport, toCairnError } from '@shared/errors'
import type { ExtractionState } from '@shared/graph'
import type { ModelName } from '@engine/ports/models/language-model'
import { openRecord } from './document-record'
import type { AskModel, ExtractionDocument, ModelExtractionParts } from './extraction-parts'
import { isSettled } from './extraction-record'
import { FailureStreak } from './failure-streak'
import { ModelCalls } from './requests/model-calls'
import { readDocument } from './extract-document'

/** How much of one reading of a document is done. */
interface Count {
  readonly revision: string
  readonly model: string
  settled: number
}

/** Has a language model read the library, the newest documents first. A crash loses no more than the call under way. */
export class ModelExtraction {
  #state: ExtractionState['state'] = 'off'
  #error: ErrorReport | null = null
  #asking: ModelCalls
  #run: { readonly stop: AbortController; readonly done: Promise<void> } | undefined
  readonly #counts = new Map<string, Count>()
  /** Documents, by revision and model, that this run has been through. */
  readonly #finished = new Set<string>()
  /** Counts up when there may be more to read than before. */
  #news = 0
  /** What is asked of it is done one after another. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: ModelExtractionParts) {
    this.#asking = this.#newAsking()
  }

  state(): ExtractionState {
    const model = this.parts.model()
    const documents = this.parts.documents()
    const done = documents.map((document) => Math.min(this.#settledOf(document, model), document.passages))
    return {
      state: this.#state,
      model,
      done: done.reduce((sum, passages) => sum + passages, 0),
      total: documents.reduce((sum, { passages }) => sum + passages, 0),
      error: this.#error,
      spent_ms: Math.round(this.#asking.spentMs),
      budget_ms: this.#asking.budgetMs,
    }
  }

  /** Begins a run with a whole budget, where none is under way; also after a failure. */
  resume(): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#state === 'running') return
      await this.#endRun()
      this.#asking = this.#newAsking()
      this.#finished.clear()
      this.#start()
    })
  }

  /** Resolves when nothing is under way; what was being read is read again later. */
  pause(): Promise<void> {
    return this.#inOrder(() => this.#end('paused'))
  }

  /** As `pause`, because reading is switched off. */
  stop(): Promise<void> {
    return this.#inOrder(() => this.#end('off'))
  }

  /** To be called when documents or the chosen model have changed: a run that had come to its end goes on with what is left. */
  refresh(): Promise<void> {
    return this.#inOrder(async () => {
      this.#news += 1
      if (this.#state !== 'done') {
        this.parts.changed()
        return
      }
      await this.#endRun()
      this.#start()
    })
  }

  /** Resolves when nothing is under way any more; to be called after `closing` was aborted. */
  async idle(): Promise<void> {
    await this.#last
    await this.#run?.done
  }

  #inOrder(work: () => Promise<void> | void): Promise<void> {
    const run = this.#last.then(work)
    this.#last = run.catch(() => undefined)
    return run
  }

  #newAsking(): ModelCalls {
    return new ModelCalls(this.parts, this.parts.budgetMs())
  }

  #become(state: ExtractionState['state'], error: ErrorReport | null = null): void {
    this.#state = state
    this.#error = error
    this.parts.changed()
  }

  async #end(state: 'paused' | 'off'): Promise<void> {
    await this.#endRun()
    this.#become(state)
  }

  /** Also ends what a run does with the rest of its budget when all is read. */
  async #endRun(): Promise<void> {
    this.#run?.stop.abort()
    await this.#run?.done
  }

  #start(): void {
    if (this.parts.closing.aborted) return
    const stop = new AbortController()
    this.#become('running')
    const done = this.#work(AbortSignal.any([stop.signal, this.parts.closing])).finally(() => (this.#run = undefined))
    this.#run = { stop, done }
  }

  /** Never rejects: what failed is told by the state. */
  async #work(signal: AbortSignal): Promise<void> {
    try {
      const failures = new FailureStreak(this.parts.wait)
      for (;;) {
        const model = this.parts.model()
        if (!model) throw new CairnError('NOT_FOUND', 'No language model is chosen.', 'Choose one in Models.')
        const news = this.#news
        const document = await this.#next(model, signal)
        if (document && !this.#asking.isOver) await this.#read(document, model, failures, signal)
        else if (document || news === this.#news) {
          this.#become(document ? 'paused' : 'done')
          if (!document) await this.#afterwards(signal)
          return
        }
      }
    } catch (thrown) {
      if (signal.aborted) return
      const error = toCairnError(thrown)
      this.parts.log(`graph: a model's reading of the library ended: ${error.message}`)
      this.#become('failed', error.report())
    }
  }

  async #afterwards(signal: AbortSignal): Promise<void> {
    const asking = this.#asking
    const ask: AskModel = async (model, request, inner) => {
      try {
        return await asking.ask(model, request, inner)
      } finally {
        this.parts.changed()
      }
    }
    await this.parts.afterwards?.(ask, signal)
  }

  async #read(
    document: ExtractionDocument,
    model: ModelName,
    failures: FailureStreak,
    signal: AbortSignal,
  ): Promise<void> {
    const isCurrent = ({ id, revision }: ExtractionDocument) =>
      this.parts.model()?.id === model.id &&
      this.parts.documents().some((other) => other.id === id && other.revision === revision)
    const settled = (of: ExtractionDocument, passages: number) => {
      const count = this.#counts.get(of.id)
      if (count) count.settled += passages
      this.parts.changed()
    }
    await readDocument(document, { model, asking: this.#asking, failures, isCurrent, settled }, this.parts, signal)
    if (!this.#asking.isOver) this.#finished.add(keyOf(document, model))
  }

  /** The newest document with passages this model has not read. */
  async #next(model: ModelName, signal: AbortSignal): Promise<ExtractionDocument | undefined> {
    const documents = this.parts.documents().toSorted((a, b) => b.addedAt - a.addedAt || (a.id < b.id ? -1 : 1))
    for (const document of documents) {
      if (this.#finished.has(keyOf(document, model))) continue
      await this.#count(document, model, signal)
      if (this.#settledOf(document, model) < document.passages) return document
    }
    return undefined
  }

  async #count(document: ExtractionDocument, model: ModelName, signal: AbortSignal): Promise<void> {
    const { id, revision, passages } = document
    const known = this.#counts.get(id)
    if (known?.revision === revision && known.model === model.id) return
    await macrotask()
    const { record } = await openRecord(document, model, this.parts.files)
    signal.throwIfAborted()
    const settled = [...Array(passages).keys()].filter((place) => isSettled(record, place)).length
    this.#counts.set(id, { revision, model: model.id, settled })
  }

  #settledOf({ id, revision }: ExtractionDocument, model: ModelName | null): number {
    const count = this.#counts.get(id)
    return count?.revision === revision && count.model === model?.id ? count.settled : 0
  }
}

function keyOf({ id, revision }: ExtractionDocument, { id: model }: ModelName): string {
  return JSON.stringify([id, revision, model])
}
