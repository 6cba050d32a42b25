import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createEngine } from '@engine/engine'
import { exists } from '@engine/platform/durable-files'
import { storeNow } from '@engine/platform/place/store-place'
import type { Engine } from '@engine/ports/engine-interface'
import { builtEntry } from '../built-entry'
import { rounds } from '../rounds'

const resources = resolve(import.meta.dirname, '../../resources')
const childScript = builtEntry('fault-child')
const kills = rounds(1, 30)
const documents = 24
type Kind = 'plain' | 'sealed'
const kinds: readonly Kind[] = ['plain', 'sealed']
let scratch = ''
let store = ''

const backupOf = (kind: Kind) => join(scratch, `备份.${kind}`)
const passphraseOf = (kind: Kind) => (kind === 'sealed' ? 'pelican lamp 铁塔' : undefined)

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-kill-backup-'))
  store = join(scratch, 'store')
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
  for (const kind of kinds) await backUp(engine, backupOf(kind), kind)
  await engine.close()
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

/** Runs the child and kills it so many milliseconds after it has opened the store, or lets it end; returns what it was told. */
async function runChild(args: string[], ms: number, kind: Kind = 'plain'): Promise<Record<string, unknown>[]> {
  const env = { ...process.env, ...(kind === 'sealed' && { CAIRN_TEST_PASSPHRASE: passphraseOf(kind) }) }
  const child = spawn(process.execPath, [childScript, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] })
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

async function backUp(engine: Engine, path: string, kind: Kind): Promise<void> {
  for await (const step of engine.backups.backUp({ path, passphrase: passphraseOf(kind) })) void step
}

async function restore(engine: Engine, path: string, kind: Kind, whole_part = false): Promise<number> {
  for await (const step of engine.backups.restore({ path, whole_part, passphrase: passphraseOf(kind) }))
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

const killed = kinds.flatMap((kind) => moments.map((ms, at) => ({ kind, ms, isNew: at % 3 === 1 })))

// Would catch a file that passes for a backup and holds half of one, and a crash that takes the moments before with it.
test.each(killed)(
  'a $kind backup (new: $isNew) that is killed after $ms ms keeps every moment that it was told of',
  async (one) => {
    const { kind, ms, isNew } = one
    const passphrase = passphraseOf(kind)
    const copy = join(scratch, `backing-${kind}-${ms}`)
    const path = join(scratch, `killed-${kind}-${ms}`)
    await cp(store, copy, { recursive: true })
    if (!isNew) await cp(backupOf(kind), path)
    // A key is made for each, which takes as long as the rest.
    const told = await runChild(['backup', copy, resources, path], kind === 'sealed' ? 3 * ms : ms, kind)
    const last = told.findLast((fact) => 'moments' in fact)
    if (last || !isNew || (await exists(path))) {
      const { is_whole, moments: held } = await opened(join(scratch, `asking-${kind}-${ms}`)).then((engine) =>
        engine.backups.moments({ path, passphrase }),
      )
      expect(held.at(-1)?.counts.documents).toBeGreaterThanOrEqual(Number(last?.['documents'] ?? documents))
      const there = await opened(join(scratch, `from-killed-${kind}-${ms}`))
      if (!is_whole) await expect(restore(there, path, kind)).rejects.toThrow(/does not come to its end/u)
      expect(await restore(there, path, kind, true)).toBe(held.at(-1)?.counts.documents)
      expect(await there.check()).toMatchObject({ ok: true, problems: [] })
    }
    // The next one goes on from what is whole, and leaves nothing half done beside it.
    const engine = await opened(copy)
    await backUp(engine, path, kind)
    expect((await engine.backups.moments({ path, passphrase })).is_whole).toBe(true)
    expect(await exists(`${path}.part`)).toBe(false)
  },
)

test.each(killed)(
  'a restore of a $kind backup that is killed after $ms ms is made whole by another',
  async ({ kind, ms }) => {
    const folder = join(scratch, `restoring-${kind}-${ms}`)
    await runChild(['restore', folder, resources, backupOf(kind)], kind === 'sealed' ? 2 * ms : ms, kind)
    const engine = await opened(folder)
    await restore(engine, backupOf(kind), kind)
    while (engine.listDocuments({ statuses: ['ready'] }).length < documents)
      await new Promise((go) => setTimeout(go, 50))
    expect(engine.listDocuments({}).length).toBe(documents)
    expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
  },
)

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
