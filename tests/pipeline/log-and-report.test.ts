import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRouter } from '@engine/api/router'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { headlessActions } from '@shells/headless-actions'

const resources = resolve(import.meta.dirname, '../../resources')
// In documents, in their names, in questions and in what is told of failures.
const planted = ['quagmirefox', 'zibbernaut', 'plumwhistle', 'host-of-ann', 'sharedkey']
let folder = ''
let engine: Engine

const collect = async (events: AsyncIterable<unknown>) => {
  for await (const event of events) void event
}

async function logged(): Promise<string> {
  const names = await readdir(join(folder, 'store', 'logs'))
  return (await Promise.all(names.map((name) => readFile(join(folder, 'store', 'logs', name), 'utf8')))).join('')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-logged-'))
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  await engine.changeSettings({
    diagnostics: { log_level: 'debug' },
    library: { tag_colours: { Plumwhistle: 'red' } },
    backups: { folder: '/media/zibbernaut/copies' },
    models: {
      ...{ allowed_hosts: ['host-of-ann.example.org'], servers: ['http://127.0.0.1:9/sharedkey'] },
      language: 'server:host-of-bob.example.org:1234/folder-of-bob/small-model',
    },
  })
  await writeFile(join(folder, 'Plumwhistle Quagmirefox.md'), 'The Zibbernaut of Quagmirefox holds 9471 litres.\n')
  await writeFile(join(folder, 'Plumwhistle Zibbernaut.pdf'), '%PDF-1.4 Zibbernaut, and no more')
  await collect(engine.ingest({ paths: [folder] }))
  await collect(engine.ask({ question: 'What does the Zibbernaut of Quagmirefox hold?', session_id: 's_logged' }))
  await collect(engine.ask({ question: 'What is 12 * 7?', session_id: 's_logged' }))
  // Failures whose messages quote: each goes through the log.
  await engine.addPage({ address: 'http://127.0.0.1:9/quagmirefox?zibbernaut=1', allow: [] }).catch(() => undefined)
  await collect(engine.ask({ question: '@zibbernaut/quagmirefox {"plumwhistle"', session_id: 's_logged' }))
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the log of an engine', () => {
  test('says what was done, with the trace it leads to, and nothing that people or documents say', async () => {
    const text = await logged()
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const turn = lines.find(({ msg }) => msg === 'turn')
    expect(turn).toMatchObject({ level: 'info', status: 'ok', session_id: 's_logged' })
    expect((await engine.diagnostics.openTrace(String(turn?.['trace']))).summary.kind).toBe('turn')
    expect(lines.some(({ msg, level }) => level === 'debug' && msg === 'tool calculator')).toBe(true)
    for (const word of planted) expect(text.toLowerCase()).not.toContain(word)
  })

  // Would catch a fault of which a person sees one line and nobody ever sees where it came from.
  test('says where a failure that nobody expected came from, through whichever door it left', async () => {
    const client = createRouterClient(createRouter(engine, headlessActions(engine, join(folder, 'store'))))
    const fault = new TypeError('“Zibbernaut” is undefined', { cause: new Error('the reason beneath') })
    const spied = vi.spyOn(engine, 'check').mockRejectedValue(fault)
    await expect(client.store.check()).rejects.toMatchObject({ code: 'CAIRN' })
    spied.mockRestore()
    await vi.waitFor(async () => expect(await logged()).toContain('Unexpected: TypeError'))
    const lines = (await logged()).split('\n').filter((line) => line.includes('Unexpected:'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"level":"error"')
    expect(lines[0]).toContain('log-and-report.test.ts:')
    expect(lines[0]).toContain('the reason beneath')
    expect(lines[0]?.toLowerCase()).not.toContain('zibbernaut')
    expect(await engine.diagnostics.report()).toContain('Unexpected: TypeError')
    // What Cairn has words for is no fault.
    await expect(client.sessions.get({ id: 'nobody' })).rejects.toMatchObject({ code: 'CAIRN' })
    expect((await logged()).split('\n').filter((line) => line.includes('Unexpected:'))).toHaveLength(1)
  })

  test('keeps words once the settings want them, which a report still leaves out', async () => {
    await engine.changeSettings({ diagnostics: { log_text: true, trace_text: true } })
    await collect(engine.ask({ question: 'Where is the Zibbernaut of Quagmirefox?', session_id: 's_logged' }))
    await engine.changeSettings({ diagnostics: { log_text: false, trace_text: false } })
    expect(await logged()).toContain('Zibbernaut')
    const report = await engine.diagnostics.report()
    expect(report).toContain('small-model')
    expect(report.split('\n').filter((line) => line.includes('of-bob'))).toEqual([])
    for (const word of planted) expect(report.toLowerCase()).not.toContain(word)
  })

  test('and all else that helps is in a report: versions, settings, the store, traces, the log', async () => {
    const report = await engine.diagnostics.report()
    for (const title of ['Cairn', 'Store check', 'Settings', 'Models', 'Last traces', 'Log']) {
      expect(report).toContain(`## ${title}\n`)
    }
    expect(report).toMatch(/version \d+\.\d+\.\d+, node \d/u)
    expect(report).toContain('in order')
    expect(report).toContain('"allowed_hosts": 1')
    expect(report).toMatch(/turn {2}turn {2}[\d.]+ ms {2}ok/u)
    expect(report).not.toContain(folder)
  })
})
