import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TraceSpan } from '@shared/diagnostics/trace'
import { Settings } from '@shared/settings'
import { bugReport } from '@engine/diagnostics/report/bug-report'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-report-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

// What each free text of the settings, of spans and of the log could give away.
const secret = 'glimmerhorn'
const served = `server:${secret}.example.org:8080/home/${secret}/qwen3-4b.gguf`

const settings = Settings.parse({
  shortcuts: { palette: 'mod+p' },
  library: { tag_colours: { [secret]: 'red', [`${secret} 2`]: 'blue' } },
  tools: { off: ['weather', `@${secret}/lookup`] },
  models: {
    ...{ language: served, fallback: served, embedder: served, reranker: 'onnx:bge-reranker', reader: served },
    tasks: { answer: { model: served, deadline_ms: 9000 }, judge: { model: 'rules' } },
    servers: [`http://${secret}.example.org:8080/v1`],
    mirror: `https://${secret}.example.org`,
    allowed_hosts: [`${secret}.example.org`],
  },
  desktop: { quick_ask_keys: 'mod+j' },
  diagnostics: { collector: `http://127.0.0.1:4318/${secret}` },
  backups: { every: 'day', folder: `/media/${secret}/copies`, keep: 9 },
})

const span = { trace: 'a'.repeat(32), start: 1, ms: 5, status: 'error', code: 'MODEL_FAILED' } as const
const failed: TraceSpan[] = [
  {
    ...span,
    span: 'a'.repeat(16),
    kind: 'model',
    name: 'answer',
    facts: { model: served, requested: served, task: 'answer' },
  },
  { ...span, span: 'b'.repeat(16), kind: 'tool', name: `${secret}_lookup`, facts: { server: secret } },
  { ...span, span: 'c'.repeat(16), kind: 'node', name: 'embed', facts: { new_one: secret, dimensions: 384 } },
]

const lines = [
  { level: 'debug', time: 't', msg: 'model answer', model: served, requested: served, text: { in: secret } },
  { level: 'debug', time: 't', msg: `tool ${secret}_lookup`, server: secret },
  { level: 'warn', time: 't', msg: `It failed: fetch https://${secret}.example.org:1/v1/models, ${served}` },
  { level: 'warn', time: 't', msg: `network: denied ${secret}:1234 (language model)` },
  { level: 'warn', time: 't', msg: `network: denied www.${secret}.org:1234, and 10.11.12.13 after it` },
  { level: 'warn', time: 't', msg: 'network: failed 127.0.0.1:99 (it), settings.json of 0.1.0' },
  { level: 'warn', time: 't', msg: 'It failed: fetch http://127.0.0.1:11434/v1/models' },
]

function report(): Promise<string> {
  const log = join(folder, 'log.jsonl')
  writeFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const info = { version: '1.0.0', embedder: served, documents: 1, chunks: 2, sessions: 3 }
  const problem = {
    code: 'UNREACHABLE' as const,
    message: `No answer from http://${secret}.example.org:8080/`,
    action: '',
  }
  return bugReport(
    {
      now: () => 0,
      info: () => Promise.resolve(info as never),
      check: () => Promise.resolve({ ok: true, problems: [], counts: {} } as never),
      settings: () => settings,
      models: () => ({
        installed: [],
        servers: [{ url: `http://${secret}.example.org` } as never],
        hosts: [{ role: 'language', state: 'waiting', deaths: 1, memory_bytes: null, last_error: problem }],
      }),
      attempts: () => [],
    },
    { traces: [], failed, logs: [log] },
  )
}

it('names no folder, tag, host, server or program, wherever the user has written one', async () => {
  const text = await report()
  expect(text.toLowerCase()).not.toContain(secret)
  expect(text).not.toContain('10.11.12.13')
})

it('still says what helps: choices, counts, which model, what failed', async () => {
  const text = await report()
  const shown = JSON.parse(/## Settings\n\n```\n(.*?)\n```/su.exec(text)?.[1] ?? '') as Settings
  expect(shown).toMatchObject({
    backups: { every: 'day', folder: '[…]', keep: 9, sealed: false },
    library: { folders: 'flat', tag_colours: 2 },
    tools: { off: 2 },
    models: { language: 'server:[…]/qwen3-4b.gguf', reranker: 'onnx:bge-reranker', servers: 1, allowed_hosts: 1 },
    diagnostics: { collector: '[…]', log_level: 'info' },
  })
  expect(shown.models.tasks).toEqual({
    answer: { model: 'server:[…]/qwen3-4b.gguf', deadline_ms: 9000 },
    judge: { model: 'rules', deadline_ms: null },
  })
  expect(text).toContain('"dimensions":384')
  expect(text).toContain('tool [another program’s]')
  expect(text).toContain('fetch http://127.0.0.1:11434')
  expect(text).toContain('network: denied […] (language model)')
  expect(text).toContain('network: failed 127.0.0.1:99 (it), settings.json of 0.1.0')
  expect(text).toContain('vectors of server:[…]/qwen3-4b.gguf')
  expect(text).toContain('"code":"UNREACHABLE"')
})
