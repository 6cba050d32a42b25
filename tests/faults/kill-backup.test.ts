import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createEngine } from '@engine/engine'
import { storeNow } from '@engine/platform/place/store-place'
import type { Engine } from '@engine/ports/engine-interface'
import { builtEntry } from '../built-entry'
import { rounds } from '../rounds'

const resources = resolve(import.meta.dirname, '../../resources')
const childScript = builtEntry('fault-child')
const kills = rounds(1, 30)
const documents = 24
let scratch = ''
let store = ''
let backup = ''

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-kill-backup-'))
  store = join(scratch, 'store')
  backup = join(scratch, '备份.tar')
  const files = join(scratch, 'files')
  await mkdir(files)
  for (let n = 0; n < documents; n += 1) {
    const lines = Array.from(
      { length: 200 },
      (_, at) => `Weir ${n}: the gauge ${at} read ${at * n} cm. 水位记录 ${n}。`,
    )
    await writeFile(join(files, `水文 ${n}.md`), `# Weir ${n}\n\n${lines.join('\n')}\n`)
  }
  const engine = await createEngine({ folder: store, resources })
  for await (const event of engine.ingest({ paths: [files] })) void event
  await backUp(engine, backup)
  await engine.close()
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

/** Runs the child and kills it so many milliseconds after it has opened the store, or lets it end; returns what it was told. */
async function runChild(args: string[], ms: number): Promise<Record<string, unknown>[]> {
  const child = spawn(process.execPath, [childScript, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  let timer: NodeJS.Timeout | undefined
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.includes('open')) timer ??= setTimeout(() => child.kill('SIGKILL'), ms)
  })
  await new Promise((done) => child.on('close', done))
  clearTimeout(timer)
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

async function backUp(engine: Engine, path: string): Promise<void> {
  for await (const step of engine.backups.backUp({ path })) void step
}

async function restore(engine: Engine, path: string, whole_part = false): Promise<number> {
  for await (const step of engine.backups.restore({ path, whole_part }))
    if (step.type === 'done') return step.report.documents.added
  return -1
}

async function opened(folder: string): Promise<Engine> {
  const engine = await createEngine({ folder, resources })
  onTestFinished(() => engine.close())
  return engine
}

/** Spread over the time that the work takes, so that each part of it is met. */
const moments = Array.from({ length: kills }, (_, at) => Math.floor(((at + 0.5) / kills) * 1500))

test.each(moments)('a backup that is killed after %i ms keeps every moment that it was told of', async (ms) => {
  const copy = join(scratch, `backing-${ms}`)
  const path = join(scratch, `killed-${ms}.tar`)
  await cp(store, copy, { recursive: true })
  await cp(backup, path)
  const told = await runChild(['backup', copy, resources, path], ms)
  const last = told.findLast((fact) => 'moments' in fact)
  const there = await opened(join(scratch, `from-killed-${ms}`))
  const added = await restore(there, path, true)
  expect(added).toBeGreaterThanOrEqual(Number(last?.['documents'] ?? documents))
  expect(await there.check()).toMatchObject({ ok: true, problems: [] })
  // The next one goes on from what is whole.
  const engine = await opened(copy)
  await backUp(engine, path)
  expect((await engine.backups.moments({ path })).is_whole).toBe(true)
})

test.each(moments)('a restore that is killed after %i ms is made whole by another', async (ms) => {
  const folder = join(scratch, `restoring-${ms}`)
  await runChild(['restore', folder, resources, backup], ms)
  const engine = await opened(folder)
  await restore(engine, backup)
  while (engine.listDocuments({ statuses: ['ready'] }).length < documents) await new Promise((go) => setTimeout(go, 50))
  expect(engine.listDocuments({}).length).toBe(documents)
  expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
})

test.each(moments)('a move that is killed after %i ms leaves one whole store in use', async (ms) => {
  const from = join(scratch, `moving-${ms}`)
  const to = join(scratch, `moved-${ms}`)
  await cp(store, from, { recursive: true })
  const list = await readFile(join(from, 'documents.jsonl'))
  const told = await runChild(['move', from, resources, to], Math.floor(ms / 3))
  const isMoved = storeNow(from) === to
  if (told.some((fact) => 'moved' in fact)) expect(isMoved).toBe(true)
  // The old one is untouched either way.
  expect(await readFile(join(from, 'documents.jsonl'))).toEqual(list)
  const engine = await opened(storeNow(from))
  expect(engine.listDocuments({ statuses: ['ready'] }).length).toBe(documents)
  expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
  await engine.close()
  if (!isMoved) {
    await runChild(['move', from, resources, to], 600_000)
    expect(storeNow(from)).toBe(to)
  }
})
