import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { builtEntry } from '../built-entry'
import { rounds } from '../rounds'
import { startS3Server } from '../support/s3-server'

const resources = resolve(import.meta.dirname, '../../resources')
const leaseMs = 1000
let server: Awaited<ReturnType<typeof startS3Server>>
let scratch = ''

beforeAll(async () => {
  server = await startS3Server()
  scratch = await mkdtemp(join(tmpdir(), 'cairn-engines-'))
  for (const [key, value] of Object.entries(server.environment)) vi.stubEnv(key, value)
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await server.close()
  await rm(scratch, { recursive: true, force: true })
})

const openReader = (name: string, library: string, lastsMs?: number) =>
  createEngine({ folder: join(scratch, name), library, resources, libraryTimes: { ...(lastsMs && { lastsMs }) } })

async function writeFiles(folder: string, from: number, to: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let at = from; at < to; at += 1) {
    const text = `# Station ${at}\n\nThe weather station ${at} is looked after by keeper${at} of the valley. It was set up in ${1800 + at}.\n`
    await writeFile(join(folder, `station-${at}.md`), text)
  }
}

interface WriterAt {
  readonly machine: string
  readonly library: string
  readonly files: string
  /** Of its lease; as usual by default. */
  readonly lastsMs?: number
}

/** An engine in a process of its own that adds the files; `said` is called with every document that it was told is safe. */
function startWriter({ machine, library, files, lastsMs }: WriterAt, said: (name: string) => void) {
  const args = [builtEntry('fault-child'), 'ingest', join(scratch, machine), resources, files]
  const env = {
    ...process.env,
    ...server.environment,
    CAIRN_TEST_LIBRARY: library,
    ...(lastsMs && { CAIRN_TEST_LEASE_MS: String(lastsMs) }),
  }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const fact = JSON.parse(line) as { name?: string }
    if (fact.name !== undefined) said(fact.name)
  })
  const ended = new Promise<{ code: number | null; errors: string }>((done) =>
    child.on('close', (code) => done({ code, errors })),
  )
  return { child, ended }
}

/** Documents that were called safe more than two seconds ago. Throws while there is none. */
function dueOf(safe: ReadonlyMap<string, number>): string[] {
  const due = [...safe].filter(([, at]) => performance.now() - at > 2000).map(([name]) => name)
  expect(due).not.toEqual([])
  return due
}

async function answerTo(engine: Engine, question: string): Promise<string> {
  let said = ''
  for await (const event of engine.ask({ question, search_anyway: true })) {
    if (event.type === 'stage_end' && event.reason !== undefined) said += `stage ${event.stage}: ${event.reason}\n`
    if (event.type === 'error') throw new Error(event.error.message)
    if (event.type === 'final') said += JSON.stringify(event)
  }
  return said
}

/** Of an answer, what its stages could not do. */
function reasonsIn(answer: string): string {
  return answer.split('\n').slice(0, -1).join(' ')
}

// Catches a document that is told to be safe before the library names it, tables that a late writer touches, and a takeover that reads too early.
test('an engine killed while it adds documents loses none that it called safe, and another takes over', async () => {
  const library = 's3://team/killed'
  const kills = rounds(1, 10)
  const files = join(scratch, 'killed-files')
  await writeFiles(files, 0, 40 * kills)
  const safe = new Set<string>()
  let follower: Engine | undefined
  for (let kill = 0; kill < kills; kill += 1) {
    const own = join(scratch, `killed-${kill}`)
    await writeFiles(own, 40 * kill, 40 * (kill + 1))
    let mine = 0
    const at = { machine: `writer-${kill}`, library, files: own, lastsMs: leaseMs }
    const writer = startWriter(at, (name) => {
      safe.add(name)
      mine += 1
      // Each at another moment of its work.
      if (mine === 1 + 3 * ((kill + 1) % 5)) setTimeout(() => writer.child.kill('SIGKILL'), 40 * (kill + 1))
    })
    const { code, errors } = await writer.ended
    expect({ code, errors: code === null ? '' : errors }).toEqual({ code: null, errors: '' })
    // Opened on the tables of the one who was killed: it has to follow to the copy that the next one makes.
    follower ??= await openReader('follower', library, leaseMs)
    const next = await openReader(`next-${kill}`, library, leaseMs)
    const first = next.listDocuments({})[0]?.id ?? ''
    // The lease of the dead one ends by itself.
    await vi.waitFor(() => next.updateDocuments({ ids: [first], add_tags: [`took-over-${kill}`] }), {
      timeout: 60_000,
      interval: 500,
    })
    const ready = new Set(next.listDocuments({ statuses: ['ready', 'partial'] }).map(({ name }) => name))
    expect([...safe].filter((name) => !ready.has(name))).toEqual([])
    const last = /\d+/.exec([...safe].at(-1) ?? '')?.[0] ?? ''
    for (const engine of [next, follower]) {
      const question = `Who looks after the weather station ${last}?`
      await vi.waitFor(async () => expect(await answerTo(engine, question)).toContain(`keeper${last}`), {
        timeout: 60_000,
      })
    }
    const tagged = () => follower?.getDocument(first).tags
    await vi.waitFor(() => expect(tagged()).toContain(`took-over-${kill}`), { timeout: 10_000 })
    await next.close()
  }
  await follower?.close()
  expect(safe.size).toBeGreaterThanOrEqual(kills)
})

// Catches a reader that goes on with old tables, reads files that the writer has cleaned away, or lists what it cannot find.
test('while one engine adds documents another answers: no error, and nothing called safe two seconds before is missing', async () => {
  const library = 's3://team/both'
  const documents = rounds(20, 500)
  const questions = rounds(8, 200)
  const files = join(scratch, 'both-files')
  await writeFiles(files, 0, documents)
  const safe = new Map<string, number>()
  const writer = startWriter({ machine: 'both-writer', library, files }, (name) => safe.set(name, performance.now()))
  await vi.waitFor(() => expect(safe.size).toBeGreaterThan(0), { timeout: 120_000 })
  const reader = await openReader('both-reader', library)
  const missing: string[] = []
  const unfinished: string[] = []
  let asked = 0
  for (; asked < questions; asked += 1) {
    // Spread over the whole of the writing, so that an answer in between costs the writer little on a small machine.
    const enough = Math.floor((asked * documents) / questions)
    await vi.waitFor(() => expect(safe.size).toBeGreaterThan(enough), { timeout: 120_000 })
    const due = await vi.waitFor(() => dueOf(safe), { timeout: 60_000 })
    // The newest of those that have to be there.
    const number = /\d+/.exec(due.at(-1 - (asked % Math.min(3, due.length))) ?? '')?.[0] ?? ''
    const question = `Who looks after the weather station ${number}?`
    const answer = await answerTo(reader, question)
    if (answer.includes('could not be completed')) unfinished.push(reasonsIn(answer))
    if (!answer.includes(`keeper${number}`)) missing.push(`station ${number}`)
    const listed = new Set(reader.listDocuments({ statuses: ['ready', 'partial'] }).map(({ name }) => name))
    missing.push(...due.filter((name) => !listed.has(name)))
  }
  expect(await writer.ended).toMatchObject({ code: 0 })
  console.log(`${documents} documents, ${asked} questions`)
  expect(unfinished).toEqual([])
  expect(missing).toEqual([])
  expect(safe.size).toBe(documents)
  await reader.close()
})
