import { appendFile, chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compareTraces } from '@engine/diagnostics/traces/compare-traces'
import type { StoredSpan } from '@engine/diagnostics/traces/stored-span'
import { TraceReader } from '@engine/diagnostics/traces/trace-reader'
import { TraceWriter } from '@engine/diagnostics/traces/trace-writer'
import { createTracer } from '@engine/diagnostics/traces/tracer'
import type { Span, Tracer } from '@engine/platform/tracing/span'

let folder: string
let time: number
const logged: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-traces-'))
  time = 1_000
  logged.length = 0
})
afterEach(async () => {
  await chmod(folder, 0o700)
  await rm(folder, { recursive: true, force: true })
})

const noon = Date.UTC(2026, 0, 1, 12)

function writerOf(mostBytes = 1_000_000): TraceWriter {
  return new TraceWriter({
    folder: join(folder, 'traces'),
    mostBytes: () => mostBytes,
    now: () => noon + time,
    log: (line) => logged.push(line),
  })
}

function tracerOf(write: (span: StoredSpan) => void, text = false): Tracer {
  return createTracer({
    write,
    keeps: () => ({ traces: true, text }),
    now: () => noon + time,
    clock: () => time,
  })
}

function turn(tracer: Tracer, ms: number, session = 's_1', inside?: (span: Span) => void): void {
  const span = tracer.trace({ kind: 'turn', name: 'turn', facts: { session_id: session } })
  if (!span) throw new Error('Nothing is traced.')
  inside?.(span)
  time += ms
  span.end()
  time += 1
}

const reader = () => new TraceReader(join(folder, 'traces'))

describe('recording', () => {
  it('gives each span its own begin and end, its whole, sizes and code', () => {
    const spans: StoredSpan[] = []
    const span = tracerOf((one) => spans.push(one)).trace(
      { kind: 'turn', name: 'turn', in: { characters: 9 } },
      '00000000-0000-4000-8000-00000000000f',
    )
    time += 5
    const stage = span?.begin({ kind: 'stage', name: 'Memory Load' })
    time += 7
    stage?.end({ code: 'DEADLINE_EXCEEDED', out: { passages: 0 } })
    stage?.end({ status: 'ok' })
    time += 3
    span?.end()
    expect(spans.map(({ name, ms, status, start }) => ({ name, ms, status, start }))).toEqual([
      { name: 'turn', ms: null, status: null, start: noon + 1_000 },
      { name: 'Memory Load', ms: 7, status: 'error', start: noon + 1_005 },
      { name: 'turn', ms: 15, status: 'ok', start: noon + 1_000 },
    ])
    expect(spans[1]).toMatchObject({ parent: spans[0]?.span, code: 'DEADLINE_EXCEEDED', out: { passages: 0 } })
    expect(spans[2]).toMatchObject({
      trace: '00000000000040008000' + '00000000000f',
      root: { spans: 2, failed: 1, left_out: 0 },
    })
  })

  it('calls for no words unless they may be kept', () => {
    const never = (): string => {
      throw new Error('It was asked for words.')
    }
    const spans: StoredSpan[] = []
    tracerOf((one) => spans.push(one))
      .trace({ kind: 'turn', name: 'turn', text: never })
      ?.end({ text: never })
    tracerOf((one) => spans.push(one), true)
      .trace({ kind: 'turn', name: 'turn', text: () => 'asked' })
      ?.end({ text: () => 'said' })
    expect(spans.at(-1)?.text).toEqual({ in: 'asked', out: 'said' })
    expect(spans.slice(0, 2).map(({ text }) => text)).toEqual([undefined, undefined])
  })

  it('keeps a wait that somebody noticed or that failed, and none that was over at once', () => {
    const spans: StoredSpan[] = []
    const whole = tracerOf((span) => spans.push(span)).trace({ kind: 'turn', name: 'turn' })
    const wait = (name: string, ms: number, end = {}) => {
      const span = whole?.begin({ kind: 'wait', name })
      time += ms
      span?.end(end)
    }
    wait('none', 0.5)
    wait('long', 400)
    wait('cut off', 0, { code: 'CANCELLED' })
    whole?.end()
    expect(spans.slice(1).map(({ name, ms }) => [name, ms])).toEqual([
      ['long', 400],
      ['cut off', 0],
      ['turn', 400.5],
    ])
    expect(spans.at(-1)?.root?.spans).toBe(3)
  })

  it('keeps of an endless trace the first spans, and then what failed or was slow', () => {
    const spans: StoredSpan[] = []
    const job = tracerOf((one) => spans.push(one)).trace({ kind: 'ingest', name: 'ingest' })
    for (let at = 0; at < 6000; at += 1) job?.begin({ kind: 'document', name: 'text' }).end()
    job?.begin({ kind: 'document', name: 'broken' }).end({ code: 'FILE_CORRUPT' })
    const slow = job?.begin({ kind: 'document', name: 'slow' })
    time += 2000
    slow?.end()
    job?.end()
    expect(spans.length).toBeLessThan(5010)
    expect(spans.slice(-3).map(({ name }) => name)).toEqual(['broken', 'slow', 'ingest'])
    expect(spans.at(-1)?.root).toEqual({ spans: 6003, failed: 1, left_out: 1000 })
  })
})

describe('files', () => {
  it('are private, bounded in size, and lose the oldest first', async () => {
    const most = 40_000
    const writer = writerOf(most)
    const tracer = tracerOf((span) => writer.write(span))
    for (let at = 0; at < 400; at += 1) {
      turn(tracer, 10, `s_${at}`)
      if (at % 5 === 0) await writer.flush()
    }
    await writer.close()
    const names = await readdir(join(folder, 'traces'))
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, 'traces', name))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most)
    expect(names.length).toBeGreaterThan(3)
    expect((await stat(join(folder, 'traces', names[0] ?? ''))).mode & 0o777).toBe(0o600)
    const { traces } = await reader().list({ limit: 500 })
    expect(traces[0]?.facts?.['session_id']).toBe('s_399')
    expect(traces.some(({ facts }) => facts?.['session_id'] === 's_0')).toBe(false)
  })

  it('that are torn, or hold rubbish, cost what is torn', async () => {
    const writer = writerOf()
    const tracer = tracerOf((span) => writer.write(span))
    turn(tracer, 10, 's_whole')
    await writer.close()
    const [name = ''] = await readdir(join(folder, 'traces'))
    const path = join(folder, 'traces', name)
    const whole = await readFile(path, 'utf8')
    await appendFile(path, `{"root":{"spans":"many"}}\nnull\n\u0000\u0000\n${whole.slice(0, 90)}`)
    await writeFile(join(folder, 'traces', 'notes.txt'), 'not ours')
    const page = await reader().list({ limit: 10 })
    expect(page.traces.map(({ facts }) => facts?.['session_id'])).toEqual(['s_whole'])
    expect((await reader().open(page.traces[0]?.trace ?? '')).spans).toHaveLength(1)
  })

  it('of a crash name the trace that was under way', async () => {
    const writer = writerOf()
    const begun = tracerOf((span) => writer.write(span)).trace({ kind: 'turn', name: 'turn' })
    begun?.begin({ kind: 'stage', name: 'Memory Load' }).end()
    await writer.flush()
    const { traces } = await reader().list({ limit: 10, states: ['unfinished'] })
    expect(traces).toHaveLength(1)
    expect((await reader().open(traces[0]?.trace ?? '')).spans.map(({ name }) => name)).toEqual(['turn', 'Memory Load'])
  })

  it('that cannot be written disturb nobody, and are written again once they can be', async () => {
    await writeFile(join(folder, 'traces'), 'a file where the folder should be')
    const writer = writerOf()
    const tracer = tracerOf((span) => writer.write(span))
    turn(tracer, 1)
    await writer.flush()
    turn(tracer, 1)
    await writer.flush()
    expect(writer.lost).toBe(4)
    expect(logged).toHaveLength(1)
    await rm(join(folder, 'traces'))
    turn(tracer, 1, 's_later')
    await writer.close()
    expect((await reader().list({ limit: 10 })).traces.map(({ facts }) => facts?.['session_id'])).toEqual(['s_later'])
  })

  it('of two writers on one folder stay whole', async () => {
    const writers = [writerOf(60_000), writerOf(60_000)]
    const [one, other] = writers.map((writer) => tracerOf((span) => writer.write(span)))
    for (let at = 0; at < 60; at += 1) {
      if (one) turn(one, 3, `one_${at}`)
      if (other) turn(other, 3, `other_${at}`)
      if (at % 7 === 0) await Promise.all(writers.map((writer) => writer.flush()))
    }
    await Promise.all(writers.map((writer) => writer.close()))
    const { traces, total } = await reader().list({ limit: 500 })
    expect(total).toBe(120)
    expect(new Set(traces.map(({ facts }) => facts?.['session_id'])).size).toBe(120)
  })
})

describe('a list', () => {
  it('is filtered by kind, state, length, session and time', async () => {
    const writer = writerOf()
    const tracer = tracerOf((span) => writer.write(span))
    turn(tracer, 10, 's_a')
    turn(tracer, 500, 's_b')
    tracer.trace({ kind: 'ingest', name: 'ingest' })?.end({ code: 'DISK_FULL' })
    await writer.close()
    const count = async (query: Parameters<TraceReader['list']>[0]) => (await reader().list(query)).total
    expect(await count({ limit: 10 })).toBe(3)
    expect(await count({ limit: 10, kinds: ['ingest'] })).toBe(1)
    expect(await count({ limit: 10, states: ['error'] })).toBe(1)
    expect(await count({ limit: 10, slower_than: 100 })).toBe(1)
    expect(await count({ limit: 10, session_id: 's_a' })).toBe(1)
    expect(await count({ limit: 10, since: noon + 1_005 })).toBe(2)
    expect(await count({ limit: 10, until: noon + 1_005 })).toBe(1)
  })

  it('of a hundred thousand spans comes page by page, each trace once, and is read from the disk once', async () => {
    const writer = writerOf(100_000_000)
    const tracer = tracerOf((span) => writer.write(span))
    for (let at = 0; at < 2000; at += 1) {
      turn(tracer, 1, `s_${at}`, (span) => {
        for (let part = 0; part < 49; part += 1) span.begin({ kind: 'processor', name: `part ${part}` }).end()
      })
      if (at % 200 === 0) await writer.flush()
    }
    await writer.close()
    const listed = reader()
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await listed.list({ limit: 300, after })
      expect(page.total).toBe(2000)
      seen.push(...page.traces.map(({ facts }) => String(facts?.['session_id'])))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(seen).toHaveLength(2000)
    expect(seen[0]).toBe('s_1999')
    expect(new Set(seen).size).toBe(2000)
    const cold = process.cpuUsage()
    await reader().list({ limit: 50 })
    const first = process.cpuUsage(cold)
    const warm = process.cpuUsage()
    await listed.list({ limit: 50 })
    const again = process.cpuUsage(warm)
    expect(again.user + again.system).toBeLessThan((first.user + first.system) / 2)
  })

  it('opens a trace by the beginning of its id, and by the id that an answer has', async () => {
    const writer = writerOf()
    const tracer = tracerOf((span) => writer.write(span))
    const id = 'abcdef01-2345-4789-8abc-def012345678'
    tracer.trace({ kind: 'turn', name: 'turn' }, id)?.end()
    tracer.trace({ kind: 'turn', name: 'turn' }, 'abcdef01-2345-4789-8abc-ffffffffffff')?.end()
    await writer.close()
    expect((await reader().open(id)).summary.trace).toBe(id.replaceAll('-', ''))
    await expect(reader().open('abcdef')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(reader().open('none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(reader().open('')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a comparison', () => {
  it('puts the same work side by side and shows what only one has', async () => {
    const writer = writerOf()
    const tracer = tracerOf((span) => writer.write(span))
    const parts = (names: readonly string[]) => (span: Span) => {
      for (const name of names) span.begin({ kind: 'stage', name }).end()
    }
    turn(tracer, 10, 's_a', parts(['load', 'search', 'search', 'say']))
    turn(tracer, 30, 's_b', parts(['load', 'search', 'check', 'say']))
    await writer.close()
    const { traces } = await reader().list({ limit: 2 })
    const [b, a] = await Promise.all(traces.map(({ trace }) => reader().open(trace)))
    if (!a || !b) throw new Error('Two traces were expected.')
    const { pairs } = compareTraces(a, b)
    expect(pairs.map((pair) => [pair.depth, pair.name, pair.a !== null, pair.b !== null])).toEqual([
      [0, 'turn', true, true],
      [1, 'load', true, true],
      [1, 'search', true, true],
      [1, 'search', true, false],
      [1, 'say', true, true],
      [1, 'check', false, true],
    ])
    expect((pairs[0]?.b?.ms ?? 0) - (pairs[0]?.a?.ms ?? 0)).toBe(20)
  })
})
