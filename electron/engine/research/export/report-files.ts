import { Piscina } from 'piscina'
import type { ReportFormat } from '@shared/api/research-api'
import { CairnError } from '@shared/errors'
import type { Notebook } from '@shared/research/notebook-shapes'
import type { ResearchRun } from '@shared/research/research-run'
import type { SessionContext } from '@shared/session/session-context'
import type { ExportChunk, RedactionReport } from '@shared/session/turn-context'
import { builtFile } from '@engine/platform/paths'
import type { ExportedReport } from './export-report'
import type { ReportAnswer, ReportTask } from './report-worker'

/** Bytes of an export in one message. */
const pieceBytes = 192 * 1024
/** Milliseconds for one report; the longest tried, 850 pages, took 35 s of processor time. */
const longest = 180_000

/** Writes reports to files, in a thread that ends when nothing is written for a while. */
export class ReportFiles {
  #pool: Piscina | undefined
  /** Given with each task: given to the pool, a file that cannot be loaded would let tasks wait for ever. */
  readonly #file: string

  /** @param workerFile the built entry; found beside the running bundle, or in CAIRN_REPORT_WORKER, where not given. */
  constructor(workerFile?: string) {
    this.#file = workerFile ?? builtFile('report-worker', process.env['CAIRN_REPORT_WORKER'])
  }

  /**
   * The report of a run as one file, as it is sent: `start`, `data` in base64, `end` with how much was left out of this copy. Throws NOT_FOUND where it has no report,
   * CANCELLED, and TOOL_FAILED where it cannot be written in time or memory.
   */
  export(
    run: ResearchRun,
    format: ReportFormat,
    left: RedactionReport,
    signal?: AbortSignal,
  ): AsyncGenerator<ExportChunk> {
    return this.#sent({ run, format }, left, signal)
  }

  /** As `export`, of a notebook. */
  exportNotebook(
    notebook: Notebook,
    format: ReportFormat,
    left: RedactionReport,
    signal?: AbortSignal,
  ): AsyncGenerator<ExportChunk> {
    return this.#sent({ notebook, format }, left, signal)
  }

  /** A chat as Word or PDF. Throws CANCELLED and TOOL_FAILED as `export`. */
  async writeChat(chat: SessionContext, format: 'docx' | 'pdf', signal?: AbortSignal): Promise<Uint8Array> {
    return (await this.#write({ chat, format }, signal)).bytes
  }

  async close(): Promise<void> {
    await this.#pool?.destroy()
  }

  async *#sent(task: ReportTask, left: RedactionReport, signal: AbortSignal | undefined): AsyncGenerator<ExportChunk> {
    const { name, mediaType, bytes } = await this.#write(task, signal)
    yield { type: 'start', name, media_type: mediaType, sessions: 1 }
    const data = Buffer.from(bytes)
    for (let at = 0; at < data.length; at += pieceBytes) {
      signal?.throwIfAborted()
      yield { type: 'data', base64: data.toString('base64', at, at + pieceBytes), done: 1, total: 1 }
    }
    yield { type: 'end', bytes: data.length, redaction: left }
  }

  async #write(task: ReportTask, signal: AbortSignal | undefined): Promise<ExportedReport> {
    const deadline = AbortSignal.timeout(longest)
    const stop = signal ? AbortSignal.any([signal, deadline]) : deadline
    this.#pool ??= this.#start()
    try {
      const answer = (await this.#pool.run(task, { filename: this.#file, signal: stop })) as ReportAnswer
      if (answer.ok) return answer.file
      throw new CairnError(answer.error.code, answer.error.message, answer.error.action)
    } catch (thrown) {
      if (thrown instanceof CairnError) throw thrown
      if (signal?.aborted) throw new CairnError('CANCELLED', 'Exporting was cancelled.', 'Export it again.')
      throw new CairnError(
        'TOOL_FAILED',
        'This could not be written in this format.',
        'Try another format; what is to be exported is kept.',
        { cause: thrown },
      )
    }
  }

  #start(): Piscina {
    const pool = new Piscina({
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 10_000,
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: 1536 },
    })
    // Failures reach the caller through the task they belong to; without a listener they would end the process.
    pool.on('error', () => undefined)
    return pool
  }
}
