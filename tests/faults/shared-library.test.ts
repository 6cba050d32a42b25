import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LibraryReader } from '@engine/storage/shared/library-reader'
import { emptyState, readNewest } from '@engine/storage/shared/version-reader'
import { VersionWriter } from '@engine/storage/shared/version-writer'
import { builtEntry } from '../built-entry'
import { rounds } from '../rounds'
import { startS3Server } from '../support/s3-server'

let server: Awaited<ReturnType<typeof startS3Server>>
let scratch: string
beforeAll(async () => {
  server = await startS3Server()
  scratch = await mkdtemp(join(tmpdir(), 'cairn-shared-'))
})
afterAll(async () => {
  await server.close()
  await rm(scratch, { recursive: true, force: true })
})

interface Writer {
  readonly name: string
  readonly aheadMs?: number
  readonly count: number
  readonly step?: number
}

/** Starts a writer; `said` is called with every record that it was told is safe. */
function startWriter(prefix: string, { name, aheadMs = 0, count, step = 1 }: Writer, said: (id: string) => void) {
  const args = [builtEntry('shared-writer-child'), `s3://team/${prefix}`, name, ...[aheadMs, count, step].map(String)]
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
  const child = spawn(process.execPath, args, { stdio, env: { ...process.env, ...server.environment } })
  createInterface({ input: child.stdout }).on('line', said)
  return { child, ended: new Promise<number | null>((resolve) => child.on('close', resolve)) }
}

const kills = rounds(3, 10)
const documents = rounds(120, 500)
const reads = rounds(50, 200)

// Catches a confirmation before the write, a takeover that reads too early, and a version in several steps.
test(`a writer killed at ${kills} moments loses nothing that it confirmed, and the next one goes on`, async () => {
  const confirmed: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    let timer: NodeJS.Timeout | undefined
    let mine = 0
    const { child, ended } = startWriter('killed', { name: `w${kill}`, aheadMs: kill * 100_000, count: 1e6 }, (id) => {
      confirmed.push(id)
      if ((mine += 1) === 3 + kill) timer = setTimeout(() => child.kill('SIGKILL'), kill * 2)
    })
    expect(await ended).toBe(null)
    clearTimeout(timer)
    const { records } = await readNewest(server.bucket('killed'), emptyState)
    expect(confirmed.filter((id) => !records.has(id))).toEqual([])
  }
  expect(new Set(confirmed.map((id) => id.split('-')[0])).size).toBe(kills)
})

test('a second writer is told who writes, and takes over when the lease of a dead one has ended', async () => {
  const { child, ended } = startWriter('lease', { name: 'Anna', count: 1e6 }, () => child.kill('SIGKILL'))
  await ended
  const bucket = server.bucket('lease')
  const [first] = (await bucket.list('lease/')).entries
  // The slack of the server's clock comes on top.
  const options = { who: 'Ben', lastsMs: 1000 }
  let refused = 0
  for (;;) {
    const opened = await VersionWriter.open(bucket, options).catch((thrown: unknown) => thrown)
    if (opened instanceof VersionWriter) {
      expect(opened.state.records.has('Anna-0')).toBe(true)
      await opened.close()
      break
    }
    expect(opened).toMatchObject({ code: 'STORE_LOCKED', message: expect.stringContaining('Anna') as string })
    refused += 1
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  expect(refused).toBeGreaterThan(0)
  expect((await bucket.list('lease/')).entries).not.toContainEqual(first)
})

test(`while one writes ${documents} documents, another asks ${reads} times: no error, and nothing confirmed two seconds before is missing`, async () => {
  const confirmed = new Map<string, number>()
  const writer = startWriter('both', { name: 'd', count: documents, step: 5 }, (id) =>
    confirmed.set(id, performance.now()),
  )
  const reader = await LibraryReader.open(server.bucket('both'), { cache: join(scratch, 'library.json'), freshMs: 50 })
  const missing: string[] = []
  let asked = 0
  for (let isWriting = true; isWriting || asked < reads; asked += 1) {
    const due = [...confirmed].filter(([, at]) => performance.now() - at > 2000)
    const { state, trouble } = await reader.current()
    expect(trouble).toBeNull()
    missing.push(...due.flatMap(([id]) => (state.records.has(id) ? [] : [id])))
    isWriting = await Promise.race([
      writer.ended.then(() => false),
      new Promise<true>((resolve) => setTimeout(() => resolve(true), 20)),
    ])
  }
  expect([await writer.ended, missing, confirmed.size]).toEqual([0, [], documents])
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect((await reader.current()).state.records.size).toBe(documents)
})
