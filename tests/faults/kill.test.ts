import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createEngine } from '@engine/engine'
import { builtEntry } from '../built-entry'
import { rounds } from '../rounds'

const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
const kills = rounds(2, 50)
const reports = rounds(24, 60)
const childScript = builtEntry('fault-child')
let scratch = ''

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-kill-'))
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

afterEach(() => vi.useRealTimers())

type Fact = Record<string, unknown>

/** Runs the child, kills it with SIGKILL `ms` after it has printed `from` (or lets it end), returns its facts. */
async function runChild(args: string[], ms: number | null, from = ''): Promise<Fact[]> {
  const child = spawn(process.execPath, [childScript, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  let timer: NodeJS.Timeout | undefined
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (ms !== null && output.includes(from)) timer ??= setTimeout(() => child.kill('SIGKILL'), ms)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  clearTimeout(timer)
  // A child that ends by itself must have ended well; only our signal may end it otherwise.
  if (code !== null) expect({ code, errors }).toMatchObject({ code: 0 })
  const lines = output.split('\n')
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Fact)
}

/** Moments of the first second behind opening the store. They are the same in every run, unless another seed is given. */
const seed = Number(process.env['CAIRN_KILL_SEED'] ?? 24)
console.log(`Kill moments are drawn with CAIRN_KILL_SEED=${seed}.`)
let state = seed
/** A linear congruential generator (Numerical Recipes): uniform enough to choose moments. */
const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296
/** One in each part of the time, so that few kills fall early and late as well as many do. */
const moments = Array.from({ length: kills }, (_, at) => Math.floor(((at + random()) / kills) * 900))

async function writeReports(folder: string, version: number, from: number, to: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let file = from; file < to; file += 1) {
    const sections = Array.from(
      { length: 12 },
      (_, n) =>
        `## Site ${n} 站点\n\n${`Version ${version} of report ${file}: the gauge read ${n * version} cm. 水位记录 ${file}。 `.repeat(20)}`,
    )
    await writeFile(join(folder, `report-${file}.md`), `# Report ${file}\n\n${sections.join('\n\n')}\n`)
  }
}

/** Empties the stored files that were not synced yet, as a loss of power may do. Returns how many those were. */
async function loseUnsynced(store: string): Promise<number> {
  const folder = join(store, 'objects')
  let lost = 0
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.log')) continue
    const log = await readFile(join(folder, name))
    for (let at = 0; at + 36 <= log.length; at += 36 + log.readUInt32LE(at + 32)) {
      const address = log.toString('hex', at, at + 32)
      await writeFile(join(folder, address.slice(0, 2), address), '')
      lost += 1
    }
  }
  return lost
}

let prepared: Promise<string> | undefined

/** A store with six reports, made once. */
async function copyPrepared(name: string): Promise<string> {
  prepared ??= prepare()
  await cp(await prepared, join(scratch, name), { recursive: true })
  return join(scratch, name)
}

async function prepare(): Promise<string> {
  const store = join(scratch, 'prepared-store')
  const files = join(scratch, 'prepared-files')
  await writeReports(files, 1, 0, 6)
  const engine = await createEngine({ folder: store, resources })
  try {
    for await (const { type } of engine.ingest({ paths: [files] })) expect(type).not.toBe('error')
  } finally {
    await engine.close()
  }
  return store
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('kill -9', () => {
  test(`${kills} times during ingest: what was ready stays, nothing is twice, the rest resumes`, async () => {
    const store = join(scratch, 'ingest-store')
    const files = join(scratch, 'ingest-files')
    await writeReports(files, 1, 0, reports)
    let interrupted = 0
    let lost = 0
    for (const [round, ms] of moments.entries()) {
      // Fresh and changed files in every round, so that both adding and replacing are interrupted.
      await writeReports(files, round + 2, (round * 3) % reports, ((round * 3) % reports) + 6)
      // However slow the machine is, every other kill comes behind a document that was announced.
      const isBehind = round % 2 === 1
      const facts = await runChild(['ingest', store, resources, files], ms, isBehind ? '"name"' : '')
      if (isBehind) lost += await loseUnsynced(store)
      if (!facts.some((fact) => fact['done'])) interrupted += 1
      const promised = new Map(
        facts.flatMap((fact) =>
          typeof fact['name'] === 'string' ? [[fact['name'], fact['content_hash']] as const] : [],
        ),
      )
      const engine = await createEngine({ folder: store, resources })
      try {
        const documents = new Map(engine.listDocuments({}).map((document) => [document.name, document]))
        // What was announced is searchable, unless the file's newer content has replaced it meanwhile.
        for (const [name, hash] of promised) {
          const now = hashOf(await readFile(join(files, name)))
          expect([hash, now]).toContain(documents.get(name)?.live?.content_hash)
        }
      } finally {
        await engine.close()
      }
    }
    expect(interrupted).toBeGreaterThan(kills / 2)
    // The first moments may come before anything is stored.
    expect(lost > 0 || kills < 10).toBe(true)

    const engine = await createEngine({ folder: store, resources })
    try {
      for await (const { type } of engine.ingest({ paths: [files] })) expect(type).not.toBe('error')
      const documents = engine.listDocuments({})
      expect(documents.length).toBeGreaterThanOrEqual(reports)
      expect(new Set(documents.map(({ source }) => source)).size).toBe(documents.length)
      for (const document of documents) {
        const bytes = await readFile(document.source)
        expect(document).toMatchObject({
          status: 'ready',
          error: null,
          content_hash: hashOf(bytes),
          live: { content_hash: hashOf(bytes) },
        })
      }
      // The check compares every document's chunk count with the table's rows, so duplicates and losses both show.
      expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
    } finally {
      await engine.close()
    }
  }, 1_800_000)

  test(`${kills} times while answering: every acknowledged message and token is kept, once`, async () => {
    const store = await copyPrepared('answer-store')
    const turns = new Map<string, { session: string; question: string; tokens: string; response?: string }>()
    // The child asks for ever; the first answer of a process waits for more than later ones do.
    for (const [round, moment] of moments.entries()) {
      // However fast or slow the machine is, the first one is killed within an answer, and the last one behind one that came to its end.
      const [from, ms] = round === 0 ? ['"question"', 20] : [round === kills - 1 ? '"response"' : '', 3 * moment]
      for (const fact of await runChild(['ask', store, resources], ms, from)) {
        const id = String(fact['turn'])
        if (typeof fact['question'] === 'string')
          turns.set(id, { session: String(fact['session']), question: fact['question'], tokens: '' })
        const turn = turns.get(id)
        if (turn && typeof fact['token'] === 'string') turn.tokens += fact['token']
        if (turn && typeof fact['response'] === 'string') turn.response = fact['response']
      }
    }
    expect([...turns.values()].filter(({ response }) => response === undefined).length).toBeGreaterThan(kills / 4)
    expect([...turns.values()].filter(({ response }) => response !== undefined).length).toBeGreaterThan(0)

    const engine = await createEngine({ folder: store, resources })
    try {
      for (const id of new Set([...turns.values()].map(({ session }) => session))) {
        const { session } = await engine.getSession(id)
        for (const [turnId, turn] of turns) {
          if (turn.session !== id) continue
          const messages = session.messages.filter((message) => message.turn_id === turnId)
          expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
          expect(messages[0]?.content).toBe(turn.question)
          if (turn.response !== undefined)
            expect(messages[1]).toMatchObject({ content: turn.response, status: 'complete' })
          else expect(messages[1]?.content.startsWith(turn.tokens)).toBe(true)
        }
      }
      expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
    } finally {
      await engine.close()
    }
  })

  // Catches what was trashed and comes back by a crash, or stays in the store for ever, or goes before its time.
  test(`${kills} times while notes and highlights are saved: every acknowledged one is kept, once, in order`, async () => {
    const store = join(scratch, 'notes-store')
    const promised: unknown[] = []
    const highlighted: unknown[] = []
    for (const ms of moments) {
      const facts = await runChild(['notes', store, resources], ms, 'note')
      promised.push(...facts.flatMap((fact) => fact['note'] ?? []))
      highlighted.push(...facts.flatMap((fact) => fact['highlight'] ?? []))
    }
    expect(promised.length).toBeGreaterThan(kills)
    const engine = await createEngine({ folder: store, resources })
    try {
      const [{ id } = { id: '' }, ...others] = (await engine.notes.list()).filter(
        (one) => one.document_id === undefined,
      )
      expect(others).toEqual([])
      const kept = (await engine.notes.get(id)).items.map(({ text }) => text)
      expect(new Set(kept).size).toBe(kept.length)
      // The last one of a round may have been saved without having been told.
      expect(kept.filter((text) => promised.includes(text))).toEqual(promised)
      expect(kept.length - promised.length).toBeLessThanOrEqual(kills)
      const { items = [] } = (await engine.notes.ofDocument('d_1')) ?? {}
      expect(new Set(items.map(({ text }) => text)).size).toBe(items.length)
      expect(highlighted.filter((text) => !items.some((one) => one.text === text && one.comment === 'Kept?'))).toEqual(
        [],
      )
      expect((await engine.check()).problems).toEqual([])
    } finally {
      await engine.close()
    }
  }, 120_000)

  test('between trash and deletion: the next start keeps the time of what was trashed, and touches nothing else', async () => {
    const store = await copyPrepared('trash-store')
    const trash = async () => {
      const facts = await runChild(['trash', store, resources], null)
      const trashed = facts.flatMap((fact) => (Array.isArray(fact['trashed']) ? fact['trashed'].map(String) : []))
      expect(trashed).toHaveLength(3)
      return { trashed, until: Number(facts.find((fact) => 'until' in fact)?.['until']) }
    }
    const list = () => readFile(join(store, 'documents.jsonl'), 'utf8')

    const overdue = await trash()
    // Only the clock: the engine's own timers and work go on in real time.
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(overdue.until)
    const late = await createEngine({ folder: store, resources })
    expect(late.listDocuments({})).toHaveLength(3)
    for (const id of overdue.trashed) expect(() => late.getDocument(id)).toThrow(/There is no document/u)
    await vi.waitFor(async () => {
      for (const id of overdue.trashed) expect(await list()).not.toContain(id)
    }, 30_000)
    await late.close()

    vi.useRealTimers()
    const fresh = await trash()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(fresh.until - 24 * 3_600_000)
    const soon = await createEngine({ folder: store, resources })
    expect(soon.listDocuments({})).toEqual([])
    expect(await soon.restoreDocuments([...overdue.trashed, ...fresh.trashed.slice(1)])).toEqual(fresh.trashed.slice(1))
    expect(await soon.emptyTrash()).toEqual(fresh.trashed.slice(0, 1))
    await soon.close()
    expect(await list()).not.toContain(fresh.trashed[0])
    const again = await createEngine({ folder: store, resources })
    expect(again.listDocuments({ statuses: ['ready'] })).toHaveLength(2)
    expect(await again.check()).toMatchObject({ ok: true, problems: [], counts: { documents: 2 } })
    await again.close()
  })
})
