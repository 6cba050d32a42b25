import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine } from '@engine/engine'
import { builtEntry } from '../built-entry'
import { rounds } from '../rounds'

const resources = join(resolve(import.meta.dirname, '../..'), 'resources')
/** Enough for a process of its own, and what comes before each further kill, so that there is something to maintain. */
const files = { first: 500, more: 60 }
const sections = 12
/** Milliseconds after the first version that the process of the tables has made, one a kill. */
const moments = [0, 150, 400, 30, 800, 250, 60, 600, 1_200, 100].slice(0, rounds(3, 10))
let scratch = ''

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-kill-upkeep-'))
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

async function writeReports(folder: string, from: number, to: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let file = from; file < to; file += 1) {
    const parts = Array.from({ length: sections }, (_, at) => {
      const sentences = Array.from(
        { length: 12 },
        (__, n) => `Gauge ${n} at site ${at} read ${file + n} cm. 水位 ${n}。`,
      )
      return `## Site ${at} 站点\n\n${sentences.join(' ')}`
    })
    await writeFile(join(folder, `report-${file}.md`), `# Report ${file}\n\n${parts.join('\n\n')}\n`)
  }
}

/** The process that maintains the tables of this engine, once there is one. */
function upkeepOf(engine: ChildProcess): number | undefined {
  try {
    const threads = readdirSync(`/proc/${engine.pid}/task`)
    const children = threads.flatMap((id) => readFileSync(`/proc/${engine.pid}/task/${id}/children`, 'utf8').split(' '))
    return children
      .filter(Boolean)
      .map(Number)
      .find((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('upkeep-process'))
  } catch {
    // A thread or process that has just ended.
    return undefined
  }
}

/** Ends with the process: a killed one is a zombie until it is waited for, and has no command line any more. */
const isRunning = (id: number) => {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

/** Runs an engine until its tables are maintained, and kills it in the middle of that. Tells what it had acknowledged. */
async function killDuringUpkeep(store: string, folder: string, afterMs: number) {
  const child = spawn(process.execPath, [builtEntry('fault-child'), 'ingest', store, resources, folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const closed = new Promise((done) => child.on('close', done))
  let upkeep: number | undefined
  while (upkeep === undefined && child.exitCode === null) {
    await wait(5)
    upkeep = upkeepOf(child)
  }
  const versions = () => readdirSync(join(store, 'lance', 'chunks.lance', '_versions')).length
  const before = versions()
  while (versions() === before && child.exitCode === null) await wait(2)
  await wait(afterMs)
  child.kill('SIGKILL')
  await closed
  const facts = output.split('\n').slice(0, -1)
  return { upkeep, names: facts.flatMap((line) => (JSON.parse(line) as { name?: string }).name ?? []) }
}

test.runIf(process.platform === 'linux')(
  `kill -9 ${moments.length} times while another process maintains the tables: it ends, too, and nothing is lost`,
  async () => {
    const [store, folder] = [join(scratch, 'store'), join(scratch, 'files')]
    const safe = new Set<string>()
    const upkeeps: number[] = []
    let written = 0
    for (const afterMs of moments) {
      const next = written + (written === 0 ? files.first : files.more)
      await writeReports(folder, written, next)
      written = next
      // The next engine opens the store at once.
      const { upkeep, names } = await killDuringUpkeep(store, folder, afterMs)
      for (const name of names) safe.add(name)
      expect(upkeep).toBeDefined()
      if (upkeep !== undefined) upkeeps.push(upkeep)
    }
    const deadline = Date.now() + 10_000
    while (upkeeps.some(isRunning) && Date.now() < deadline) await wait(5)
    expect(upkeeps.filter(isRunning)).toEqual([])
    // A kill in what a start makes up for comes before the files that were added then.
    expect(safe.size).toBeGreaterThanOrEqual(files.first)
    const engine = await createEngine({ folder: store, resources })
    try {
      const ready = () => engine.listDocuments({}).flatMap(({ name, status }) => (status === 'ready' ? [name] : []))
      expect([...safe].filter((name) => !ready().includes(name))).toEqual([])
      for await (const { type } of engine.ingest({ paths: [folder] })) expect(type).not.toBe('error')
      expect(ready()).toHaveLength(written)
      const listed = engine.listDocuments({})
      expect((await engine.info()).chunks).toBe(listed.reduce((sum, { chunk_count }) => sum + chunk_count, 0))
      expect(await engine.check()).toMatchObject({ ok: true })
    } finally {
      await engine.close()
    }
  },
)
