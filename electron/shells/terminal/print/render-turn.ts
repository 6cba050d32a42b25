import type { AnswerRef, CairnEvent, Correction, EvidenceItem, Reading } from '@shared/events'
import type { ToolRun } from '@shared/tools/tool-run'
import { exitCode, type Client, type Context } from '../command'
import type { Output } from './output'
import { printable, printableLine } from './printable'
import { printReport } from './problems'
import { citedSources, type Source } from '@shells/answers/cited-sources'
import { fileNotices, previewLine, sourceLine } from './print-sources'
import { RowLines } from './row-lines'
import { type Say, type Word, sayNotes } from '../words/terminal-words'
import type { AskInput } from '@shared/api/api'

type StageEnd = Extract<CairnEvent, { type: 'stage_end' }>

/** Statuses worth a word; `done` needs none. */
const statusWord: Partial<Record<StageEnd['status'], Word>> = {
  cache_hit: 'cached',
  skipped: 'skipped',
  degraded: 'degraded',
  error: 'failed',
}

/** `2 Query Rewrite         3 ms  degraded · why`. */
export function stageLine(event: StageEnd, say: Say): string {
  const word = statusWord[event.status]
  const reason = sayNotes(event.reason_notes, event.reason, say)
  const summary = sayNotes(event.summary_notes, event.summary, say)
  const notes = [word ? say(word) : '', reason, summary].map(printableLine).filter(Boolean)
  const time = String(Math.round(event.ms)).padStart(5)
  return `${event.stage} ${event.name.padEnd(16)} ${time} ms  ${notes.join(' · ')}`.trimEnd()
}

/** Shows one turn as it happens: stages on stderr, the answer and its sources on stdout. */
export class TurnView {
  sessionId: string | undefined
  readings: readonly Reading[] = []
  sources: readonly Source[] = []
  /** The exit code the turn deserves. */
  code: number = exitCode.failed
  #ended = false
  #streamed = ''
  #evidence: readonly EvidenceItem[] = []
  readonly #rows = new RowLines()
  /** Lines for stderr that wait until the answer's last line is finished, so that a terminal does not mix them. */
  #held: string[] = []

  constructor(
    readonly out: Output,
    readonly err: Output,
    readonly say: Say,
  ) {}

  show(event: CairnEvent): void {
    this.sessionId = event.session_id
    switch (event.type) {
      case 'stage_end':
        this.#note(stageLine(event, this.say))
        break
      case 'shortcut':
        this.#showShortcut(event)
        break
      case 'tool':
        this.#showTool(event.run)
        break
      case 'evidence':
        this.#evidence = event.items
        this.#rows.evidence = event.items
        break
      case 'token':
        this.#write(event.content)
        break
      case 'critic':
        this.#showFaults(event)
        break
      case 'final':
        this.#finish(event.response, event.refs)
        this.#end(exitCode.fine)
        break
      case 'cancelled':
        this.#finish(event.response, [])
        this.err.line(this.say('cancelledAnswer'))
        this.#end(exitCode.interrupted)
        break
      case 'error':
        this.#endAnswer()
        printReport(event.error, this.err, this.say)
        this.#end(event.error.code === 'CANCELLED' ? exitCode.interrupted : exitCode.failed)
        break
      case 'session':
      case 'preparing':
      case 'stage_start':
      case 'stage_wait':
      case 'first_token':
      case 'progress':
        break
    }
  }

  /** After the stream: says so where it stopped without an end of its own. */
  close(aborted: boolean): void {
    if (this.#ended) return
    this.#endAnswer()
    this.err.line(this.say(aborted ? 'cancelledAnswer' : 'cut'))
    this.#end(aborted ? exitCode.interrupted : exitCode.failed)
  }

  #end(code: number): void {
    this.#ended = true
    this.code = code
  }

  #showTool({ state, title, server, tool }: ToolRun): void {
    if (state === 'starting') this.#note(this.say('toolStarts', { server: printableLine(server ?? title) }))
    if (state === 'running') this.#note(this.say('toolRuns', { title: printableLine(title) }))
    if (state === 'needs_consent' && server !== undefined) {
      this.#note(this.say('toolAllowHow', { server: printableLine(server), tool: printableLine(tool) }))
    }
  }

  #showShortcut(event: Extract<CairnEvent, { type: 'shortcut' }>): void {
    this.readings = event.readings
    const skips = event.skips.length > 0 ? ` (${this.say('skips', { stages: event.skips.join(', ') })})` : ''
    const why = sayNotes(event.reason_note && [event.reason_note], event.reason, this.say)
    this.#note(`⚡ ${this.say('shortcut', { shortcut: event.shortcut, reason: printableLine(why) })}${skips}`)
  }

  /** Prints the critic's findings. An answer whose sentences are all supported needs no note. */
  #showFaults({ sentences, issues }: Extract<CairnEvent, { type: 'critic' }>): void {
    const supported = sentences.filter(({ verdict }) => verdict === 'supported').length
    const found = [...sentences.flatMap((sentence) => sentence.issues), ...issues]
    if (supported === sentences.length && issues.length === 0) return
    const counts = this.say('checked', { supported, count: sentences.length })
    this.#note([counts, printableLine(sayNotes(found, '', this.say))].filter(Boolean).join(' '))
    for (const { correction } of sentences)
      if (correction) this.#note(printableLine(correctionLine(correction, this.say)))
  }

  #finish(response: string, refs: readonly AnswerRef[]): void {
    const continues = response.startsWith(this.#streamed)
    if (continues) this.#write(response.slice(this.#streamed.length))
    this.#endAnswer()
    // The critic may have replaced what was streamed.
    if (!continues && response) {
      this.err.line(this.say('replaced'))
      this.#write(response)
      this.#endAnswer()
    }
    this.#showReadings()
    this.#showSources(refs)
  }

  #write(text: string): void {
    this.#streamed += text
    this.out.write(printable(this.#rows.add(text)))
  }

  #endAnswer(): void {
    this.out.write(printable(this.#rows.rest()))
    if (this.#streamed && !this.#streamed.endsWith('\n')) this.out.line()
    this.#streamed = ''
    for (const line of this.#held.splice(0)) this.err.dim(line)
  }

  #showReadings(): void {
    for (const [at, reading] of this.readings.entries()) {
      const label = printableLine(reading.label)
      const question = printableLine(reading.question)
      this.out.line(label === question ? `${at + 1}. ${label}` : `${at + 1}. ${label}: ${question}`)
    }
  }

  #showSources(refs: readonly AnswerRef[]): void {
    this.sources = citedSources(this.#evidence, refs)
    if (this.sources.length > 0) this.out.line()
    for (const source of this.sources) {
      this.out.line(sourceLine(source, this.say))
      this.out.line(previewLine(source, this.out.columns))
    }
  }

  #note(line: string): void {
    if (this.#streamed && !this.#streamed.endsWith('\n')) this.#held.push(line)
    else this.err.dim(line)
  }
}

/** `“75 °C”: source 1 says “65 °C”`. */
function correctionLine({ stated, found, number }: Correction, say: Say): string {
  return say('correction', { stated, found, number })
}

/** Asks one question and shows the turn to its end; the view then holds the exit code, the session and the sources. */
export async function showTurn(
  context: Pick<Context, 'out' | 'err' | 'say'>,
  client: Client,
  input: AskInput,
  signal: AbortSignal,
): Promise<TurnView> {
  const view = new TurnView(context.out, context.err, context.say)
  try {
    for await (const event of await client.chat.ask(input, { signal })) view.show(event)
  } catch (thrown) {
    // The engine of another process is left at once, before it has told of the end.
    if (!signal.aborted) throw thrown
  }
  view.close(signal.aborted)
  for (const line of await fileNotices(view.sources, client, context.say)) context.err.line(line)
  return view
}
