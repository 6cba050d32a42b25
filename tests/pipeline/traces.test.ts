import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TraceSpan } from '@shared/diagnostics/trace'
import { stageNames } from '@shared/events'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { faultsOfRequest } from '../unit/diagnostics/otlp/otlp-protocol'

const resources = resolve(import.meta.dirname, '../../resources')
// In the document, its name, the question and hence the answer.
const planted = ['Quagmirefox', 'Zibbernaut', 'Plumwhistle', '9471 litres']
const question = 'How many litres does the Zibbernaut of Quagmirefox hold?'

let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-traced-'))
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  const path = join(folder, 'Plumwhistle.md')
  await writeFile(path, '# Quagmirefox\n\nThe Zibbernaut of Quagmirefox holds 9471 litres of water.\n')
  for await (const event of engine.ingest({ paths: [path] })) if (event.type === 'error') throw new Error('Not read.')
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(text: string, session = 's_traced') {
  for await (const event of engine.ask({ question: text, session_id: session })) {
    if (event.type === 'final') return event
  }
  throw new Error('There was no answer.')
}

async function written(): Promise<string> {
  const names = await readdir(join(folder, 'store', 'traces'))
  return (await Promise.all(names.map((name) => readFile(join(folder, 'store', 'traces', name), 'utf8')))).join('')
}

const namesOf = (spans: readonly TraceSpan[], kind: TraceSpan['kind']) =>
  spans.filter((span) => span.kind === kind).map(({ name }) => name)

describe('what an engine does', () => {
  test('a turn is traced with its stages, searches, processors and models, each inside its whole', async () => {
    const { trace_id, response } = await ask(question)
    expect(response).toContain('9471')
    const { summary, spans } = await engine.diagnostics.openTrace(trace_id)
    expect(summary).toMatchObject({ kind: 'turn', status: 'ok', in: { characters: question.length } })
    expect(summary.out?.characters).toBe(response.length)
    expect(summary.facts).toMatchObject({ session_id: 's_traced' })
    expect(new Set(namesOf(spans, 'stage'))).toEqual(new Set(stageNames))
    expect(namesOf(spans, 'search')).toEqual(expect.arrayContaining(['vector', 'text']))
    expect(namesOf(spans, 'processor').length).toBeGreaterThan(4)
    expect(namesOf(spans, 'model')).toContain('embed')
    const byId = new Map(spans.map((span) => [span.span, span]))
    for (const span of spans) {
      if (span.parent === undefined) continue
      const whole = byId.get(span.parent)
      if (!whole) throw new Error(`${span.name} is part of nothing.`)
      // Written to the microsecond.
      expect(span.start).toBeGreaterThanOrEqual(whole.start - 0.002)
    }
    // How much went in and came out of each stage that ran; never what.
    const stages = spans.filter(({ kind, status }) => kind === 'stage' && status !== 'skipped')
    expect(stages.length).toBeGreaterThan(5)
    for (const { name, in: given, out } of stages) {
      expect(Object.keys(given ?? {}).length, name).toBeGreaterThan(0)
      expect(Object.keys(out ?? {}).length, name).toBeGreaterThan(0)
    }
    for (const { name, out } of spans.filter(({ kind }) => kind === 'model')) expect(out, name).toBeDefined()
    const stageSix = spans.find(({ name }) => name === 'Multi-Channel')
    expect(spans.filter(({ kind }) => kind === 'processor').every(({ parent }) => parent === stageSix?.span)).toBe(true)
    const [load, rewrite, intent] = ['Memory Load', 'Query Rewrite', 'Intent Parse'].map((name) =>
      spans.find((span) => span.name === name),
    )
    if (!load || !rewrite || !intent) throw new Error('Stages are missing.')
    // Real times: stages 2 and 3 begin when 1 has ended, and beside each other.
    expect(rewrite.start).toBeGreaterThanOrEqual(load.start + (load.ms ?? 0) - 0.002)
    expect(intent.start).toBeLessThanOrEqual(rewrite.start + (rewrite.ms ?? 0) + 0.002)
  })

  // Would catch waits that nothing tells of: of two seconds of a first question most were under no span.
  test('what a turn waits for before its first stage, between them and behind the last is in its trace', async () => {
    const { trace_id } = await ask('What holds the Zibbernaut?')
    const { summary, spans } = await engine.diagnostics.openTrace(trace_id)
    const parts = spans.filter(({ parent }) => parent === summary.span).toSorted((a, b) => a.start - b.start)
    expect(namesOf(parts, 'wait')).toContain('record')
    expect(parts.at(-1)).toMatchObject({ kind: 'wait', name: 'record' })
    let [until, untold] = [summary.start, 0]
    for (const { start, ms } of parts) {
      untold += Math.max(0, start - until)
      until = Math.max(until, start + (ms ?? 0))
    }
    const whole = summary.ms ?? 0
    expect(untold + summary.start + whole - until).toBeLessThan(50 + whole / 5)
  })

  test('a tool is a span of the turn that calls it', async () => {
    const { trace_id } = await ask('What is 12 * 7?')
    const { spans } = await engine.diagnostics.openTrace(trace_id)
    const tool = spans.find(({ kind }) => kind === 'tool')
    expect(tool).toMatchObject({ name: 'calculator', status: 'ok' })
    expect(spans.find(({ span }) => span === tool?.parent)?.kind).toBe('stage')
  })

  test('ingestion is traced, node by node of each document', async () => {
    const { traces } = await engine.diagnostics.listTraces({ kinds: ['ingest'], limit: 10 })
    const { spans } = await engine.diagnostics.openTrace(traces.at(-1)?.trace ?? '')
    const document = spans.find(({ kind }) => kind === 'document')
    // Its format and size are known only when it was read: with the id they say which one was slow.
    expect(document).toMatchObject({ status: 'ok', facts: { outcome: 'ready', format: 'markdown' } })
    expect(document?.facts?.['bytes']).toBeGreaterThan(50)
    expect(document?.facts?.['document_id']).toMatch(/^[0-9a-f-]{36}$/u)
    expect(namesOf(spans, 'node')).toEqual(['fetch', 'parse', 'enrich', 'embed', 'index'])
    const nodes = spans.filter(({ kind }) => kind === 'node')
    for (const { name, out } of nodes) expect(Object.keys(out ?? {}).length, name).toBeGreaterThan(0)
    for (const { name, in: read } of nodes.slice(1)) expect(Object.keys(read ?? {}).length, name).toBeGreaterThan(0)
  })

  test('reading for the graph is traced, one trace for all that waited', async () => {
    const read = async () => (await engine.diagnostics.listTraces({ kinds: ['ingest'], limit: 50 })).traces
    await vi.waitFor(
      async () => expect((await read()).some(({ name, ms }) => name === 'graph' && ms !== null)).toBe(true),
      30_000,
    )
    const graph = (await read()).find(({ name, ms }) => name === 'graph' && ms !== null)
    const { spans } = await engine.diagnostics.openTrace(graph?.trace ?? '')
    expect(graph?.status).toBe('ok')
    expect(spans.filter(({ kind }) => kind === 'node')[0]).toMatchObject({
      name: 'graph',
      status: 'ok',
    })
  })

  test('nothing that documents, names of files, questions or answers say is in the files, nor in what is exported', async () => {
    await ask(question)
    let exported = ''
    for await (const line of engine.diagnostics.exportTraces({})) {
      expect(faultsOfRequest(JSON.parse(line))).toEqual([])
      exported += line
    }
    const files = await written()
    expect(files).toContain('"kind":"turn"')
    for (const word of planted) {
      expect(files).not.toContain(word)
      expect(exported).not.toContain(word)
    }
  })

  test('what is asked and answered is kept once the settings say so, and leaves only when that is asked for', async () => {
    await engine.changeSettings({ diagnostics: { trace_text: true } })
    const { trace_id } = await ask(question)
    await engine.changeSettings({ diagnostics: { trace_text: false } })
    const { spans } = await engine.diagnostics.openTrace(trace_id)
    expect(spans[0]?.text?.in).toBe(question)
    expect(spans[0]?.text?.out).toContain('9471')
    const exportOf = async (with_text: boolean) => {
      let all = ''
      for await (const line of engine.diagnostics.exportTraces({ ids: [trace_id], with_text })) all += line
      return all
    }
    expect(await exportOf(false)).not.toContain('Zibbernaut')
    expect(await exportOf(true)).toContain('Zibbernaut')
  })

  test('a turn goes on where traces cannot be written, and there are none while they are switched off', async () => {
    await engine.diagnostics.forgetTraces()
    const traces = join(folder, 'store', 'traces')
    await rm(traces, { recursive: true })
    await writeFile(traces, '')
    expect((await ask(question)).response).toContain('9471')
    expect((await engine.diagnostics.listTraces({ limit: 10 })).total).toBe(0)
    await rm(traces)
    await engine.changeSettings({ diagnostics: { traces: false } })
    await ask(question)
    expect((await engine.diagnostics.listTraces({ limit: 10 })).total).toBe(0)
    await engine.changeSettings({ diagnostics: { traces: true } })
    await ask(question)
    expect((await engine.diagnostics.listTraces({ limit: 10 })).total).toBe(1)
  })

  test('a collector that is not on this machine cannot be set', async () => {
    const elsewhere = engine.changeSettings({ diagnostics: { collector: 'https://collector.example.org' } })
    await expect(elsewhere).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(engine.diagnostics.sendTraces({})).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
