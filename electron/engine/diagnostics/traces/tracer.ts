import { randomBytes, randomUUID } from 'node:crypto'
import type { SpanFacts, TraceSpan } from '@shared/diagnostics/trace'
import type { Span, SpanBegin, SpanEnd, Tracer } from '@engine/platform/tracing/span'
import type { StoredSpan } from './stored-span'

interface TracerOptions {
  /** Takes what is to be kept; must neither throw nor wait. */
  readonly write: (span: StoredSpan) => void
  /** What the settings say now; a trace keeps to what was said when it began. */
  readonly keeps: () => { readonly traces: boolean; readonly text: boolean }
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds on a clock that only goes forward. */
  readonly clock: () => number
}

/** Of a trace with more spans than this only failed and slow ones are kept: a library of 100,000 files is one trace. */
const mostSpans = 5000
const slowMs = 1000
/** A wait that is over sooner was none, and is not kept. */
const leastWaitMs = 1
/** Of a text that is kept. */
const mostCharacters = 20_000

/** What the spans of one trace share. Times are of the forward clock, placed once on the calendar. */
interface TraceInWork {
  readonly id: string
  readonly options: TracerOptions
  readonly keepsText: boolean
  /** Added to the forward clock it gives milliseconds since the epoch. */
  readonly offset: number
  spans: number
  failed: number
  leftOut: number
}

/** Records spans as they happen. A trace's first span is written when it begins, too, so that one a crash cut off is not lost. */
export function createTracer(options: TracerOptions): Tracer {
  return {
    trace(begin, traceId = randomUUID()) {
      const keeps = options.keeps()
      if (!keeps.traces) return undefined
      const trace: TraceInWork = {
        id: traceId.replaceAll('-', ''),
        options,
        keepsText: keeps.text,
        offset: options.now() - options.clock(),
        spans: 0,
        failed: 0,
        leftOut: 0,
      }
      const span = new RecordedSpan(trace, begin, undefined)
      span.writeBegun()
      return span
    },
  }
}

class RecordedSpan implements Span {
  readonly #id = nextId()
  readonly #start: number
  readonly #textIn: string | undefined
  #isOver = false

  constructor(
    private readonly trace: TraceInWork,
    private readonly begun: SpanBegin,
    private readonly parent: string | undefined,
  ) {
    this.#start = trace.options.clock()
    this.#textIn = trace.keepsText ? begun.text?.().slice(0, mostCharacters) : undefined
  }

  begin(part: SpanBegin): Span {
    return new RecordedSpan(this.trace, part, this.#id)
  }

  end(end: SpanEnd = {}): void {
    if (this.#isOver) return
    this.#isOver = true
    const { trace } = this
    const ms = Math.max(0, trace.options.clock() - this.#start)
    const status = end.status ?? statusOf(end.code)
    if (this.begun.kind === 'wait' && status === 'ok' && ms < leastWaitMs) return
    trace.spans += 1
    if (status === 'error') trace.failed += 1
    const isKept = this.parent === undefined || trace.spans <= mostSpans || status === 'error' || ms >= slowMs
    if (isKept) this.#write(ms, status, end)
    else trace.leftOut += 1
  }

  writeBegun(): void {
    this.#write(null, null, {})
  }

  #write(ms: number | null, status: TraceSpan['status'], end: SpanEnd): void {
    const { trace, begun, parent } = this
    const { spans, failed, leftOut } = trace
    const textOut = trace.keepsText ? end.text?.().slice(0, mostCharacters) : undefined
    const facts: SpanFacts | undefined = begun.facts || end.facts ? { ...begun.facts, ...end.facts } : undefined
    trace.options.write({
      // First, so that whoever lists traces need not parse the other lines.
      ...(parent === undefined ? { root: { spans, failed, left_out: leftOut } } : {}),
      trace: trace.id,
      span: this.#id,
      parent,
      kind: begun.kind,
      name: begun.name,
      start: round(trace.offset + this.#start),
      ms: ms === null ? null : round(ms),
      status,
      code: end.code,
      in: begun.in,
      out: end.out,
      facts,
      text: this.#textIn === undefined && textOut === undefined ? undefined : { in: this.#textIn, out: textOut },
    })
  }
}

function statusOf(code: SpanEnd['code']): NonNullable<TraceSpan['status']> {
  if (code === undefined) return 'ok'
  return code === 'CANCELLED' ? 'cancelled' : 'error'
}

/** To the microsecond. */
function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

/** 16 hexadecimal digits that no other process has: random ones, and a count. */
const ofProcess = randomBytes(4).toString('hex')
let count = randomBytes(3).readUIntBE(0, 3)

function nextId(): string {
  count = (count + 1) % 0x1_0000_0000
  return ofProcess + count.toString(16).padStart(8, '0')
}
