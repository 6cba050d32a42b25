import { readFile } from 'node:fs/promises'
import { CairnError, toCairnError } from '@shared/errors'
import type { CriticEvaluation, QualityLabel } from '@shared/events'
import type { DurableFiles } from '@engine/ports/storage/document-store'
import { defaultColumns, prettyModelContext } from './pretty'
import { type ProcessingSummary, processingSummary } from './processing-summary'
import type { EvaluationRecord, SearchQueryResults, SearchResult, SearchSession } from './schema'
import { ModelContextRecord, parseEvaluation, parseModelContext, parseQueryResults } from './schema'
import { isRecord } from '@shared/session/validate-session'

/** Where ids and times come from; `now` in milliseconds since the epoch. */
export interface ContextSources {
  readonly uuid: () => string
  readonly now: () => number
}

/** What is known when a question comes in. */
export interface NewModelContext {
  readonly rawQuestion: string
  readonly sequence?: number
  readonly toolName?: string
}

/** What a search says beside its results; the count is that of the results where the engine gives none. */
export interface SearchFigures {
  readonly searchEngine: string
  readonly executionTimeMs: number
  readonly totalResultsCount?: number
  readonly metadata?: Record<string, unknown>
}

/**
 * The model context of one question: what was asked, searched, sent to the model and answered, and how good that
 * is. Chunks, search session and evaluation change through methods only, which keep them consistent.
 */
export class ModelContext {
  sequence: number
  readonly timestamp: number
  readonly uuid: string
  rawQuestion: string
  prompts: Record<string, string>[]
  response: string
  toolName: string
  toolConfig: Record<string, unknown>
  #chunks: string[]
  #searchSession: SearchSession | null
  #evaluation: EvaluationRecord | null
  /** Fields of the record that the source does not name. */
  readonly #others: Record<string, unknown>

  private constructor(record: ModelContextRecord) {
    this.sequence = record.sequence
    this.timestamp = record.timestamp
    this.uuid = record.uuid
    this.rawQuestion = record.raw_question
    this.prompts = record.prompts
    this.response = record.response
    this.toolName = record.tool_name
    this.toolConfig = record.tool_config
    this.#chunks = record.retriver_chunks
    this.#searchSession = record.search_session
    this.#evaluation = record.evaluation
    this.#others = Object.fromEntries(
      Object.entries(record).filter(([name]) => !Object.hasOwn(ModelContextRecord.shape, name)),
    )
  }

  static create({ rawQuestion, sequence = 0, toolName = '' }: NewModelContext, sources: ContextSources): ModelContext {
    const timestamp = Math.trunc(sources.now())
    const record = { sequence, timestamp, raw_question: rawQuestion, uuid: sources.uuid(), tool_name: toolName }
    return ModelContext.fromDict(record)
  }

  /** The found texts as a flat list. Adding search results appends their contents, in order; nothing else changes it. */
  get retriverChunks(): readonly string[] {
    return this.#chunks
  }

  get searchSession(): Readonly<SearchSession> | null {
    return this.#searchSession
  }

  get evaluation(): Readonly<EvaluationRecord> | null {
    return this.#evaluation
  }

  /** Starts the search session of this question. A session that was started before is returned with its results. */
  createSearchSession(sources: ContextSources, metadata: Record<string, unknown> = {}): Readonly<SearchSession> {
    this.#searchSession ??= {
      session_id: sources.uuid(),
      query_results: [],
      session_timestamp: Math.trunc(sources.now()),
      original_question: this.rawQuestion,
      session_metadata: metadata,
    }
    return this.#searchSession
  }

  /** Records what one query returned, in a search session started if need be. Throws `INVALID_INPUT` and adds nothing. */
  addSearchResults(
    query: string,
    results: readonly SearchResult[],
    { searchEngine, executionTimeMs, totalResultsCount = results.length, metadata = {} }: SearchFigures,
    sources: ContextSources,
  ): SearchQueryResults {
    const added = parseQueryResults({
      query,
      results,
      search_timestamp: Math.trunc(sources.now()),
      total_results_count: totalResultsCount,
      execution_time_ms: Math.round(executionTimeMs),
      search_engine: searchEngine,
      metadata,
    })
    this.createSearchSession(sources).query_results.push(added)
    this.#chunks.push(...added.results.map(({ content }) => content))
    return added
  }

  /**
   * Sets the given fields of the evaluation and keeps the others. The flags follow the label unless given: both
   * `complete_…` labels are ready for output, all others go back to the chief. A flag given as true clears the other;
   * without a label or a flag they stay. Throws `INVALID_INPUT` for both flags true, or for a first one without label.
   */
  updateEvaluation(update: Partial<CriticEvaluation>): Readonly<EvaluationRecord> {
    const before = this.#evaluation
    const label = update.label ?? before?.label
    if (label === undefined) {
      throw new CairnError('INVALID_INPUT', 'A first evaluation needs a label.', 'Give one of the six quality labels.')
    }
    const base = update.label === undefined && before ? before : flagsOf(label)
    const { should_return_to_chief: back, ready_for_output: ready } = update
    const given = Object.entries<unknown>(update).filter(([, value]) => value !== undefined)
    this.#evaluation = parseEvaluation({
      ...(before ?? { confidence: 0, reasoning: '', specific_issues: [], suggestions: [] }),
      ...Object.fromEntries(given),
      label,
      should_return_to_chief: back ?? (ready === true ? false : base.should_return_to_chief),
      ready_for_output: ready ?? (back === true ? false : base.ready_for_output),
    })
    return this.#evaluation
  }

  getProcessingSummary(): ProcessingSummary {
    return processingSummary(this.toDict())
  }

  /** The record under the source's names, as a copy. Throws `INVALID_INPUT` where a field was set to what JSON has not. */
  toDict(): ModelContextRecord {
    return parseModelContext({
      sequence: this.sequence,
      timestamp: this.timestamp,
      raw_question: this.rawQuestion,
      retriver_chunks: this.#chunks,
      search_session: this.#searchSession,
      prompts: this.prompts,
      response: this.response,
      uuid: this.uuid,
      tool_name: this.toolName,
      evaluation: this.#evaluation,
      tool_config: this.toolConfig,
      ...this.#others,
    })
  }

  /** Throws `INVALID_INPUT` that names every field that does not fit. */
  static fromDict(data: unknown): ModelContext {
    return new ModelContext(parseModelContext(data))
  }

  toJson(indent?: number): string {
    return JSON.stringify(this.toDict(), null, indent)
  }

  /** Throws `INVALID_INPUT`, for text that is not JSON too. */
  static fromJson(text: string): ModelContext {
    return ModelContext.fromDict(parsedJson(text))
  }

  /** Replaces the file in one durable step; `files` must write on the disk that `path` is on. */
  async saveToFile(path: string, files: Pick<DurableFiles, 'write'>): Promise<void> {
    const text = `${this.toJson(2)}\n`
    try {
      await files.write(path, text)
    } catch (thrown) {
      throw fileError(path, thrown)
    }
  }

  /** Throws `FILE_VANISHED`, `PERMISSION_DENIED`, or `FILE_CORRUPT` for what is no model context, with the reason. */
  static async loadFromFile(path: string): Promise<ModelContext> {
    try {
      return ModelContext.fromJson(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)))
    } catch (thrown) {
      throw fileError(path, thrown)
    }
  }

  /** A view for terminals, `columns` wide. */
  pretty(columns = defaultColumns): string {
    return prettyModelContext(this.toDict(), columns)
  }

  toString(): string {
    return this.pretty()
  }
}

function flagsOf(label: QualityLabel): Pick<CriticEvaluation, 'should_return_to_chief' | 'ready_for_output'> {
  const ready = label === 'complete_excellent' || label === 'complete_good'
  return { should_return_to_chief: !ready, ready_for_output: ready }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    throw new CairnError('INVALID_INPUT', `This is not JSON: ${why}.`, 'Choose a file saved as a model context.')
  }
}

function fileError(path: string, thrown: unknown): CairnError {
  if (thrown instanceof CairnError) {
    const code = thrown.code === 'INVALID_INPUT' ? 'FILE_CORRUPT' : thrown.code
    return new CairnError(code, `${path}: ${thrown.message}`, thrown.action, { cause: thrown })
  }
  const code = isRecord(thrown) && typeof thrown['code'] === 'string' ? thrown['code'] : ''
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new CairnError('FILE_CORRUPT', `${path} is not UTF-8 text.`, 'Choose a file saved as a model context.')
  }
  if (code === 'EISDIR') return new CairnError('INVALID_INPUT', `${path} is a folder.`, 'Choose a file.')
  if (code === 'ERR_FS_FILE_TOO_LARGE' || code === 'ERR_STRING_TOO_LONG') {
    return new CairnError('FILE_TOO_LARGE', `${path} is too large to read.`, 'Choose a file saved as a model context.')
  }
  const known = toCairnError(thrown)
  return new CairnError(known.code, `${path}: ${known.message}`, known.action, { cause: thrown })
}
