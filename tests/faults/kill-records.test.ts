import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionContext } from '@shared/session/session-context'
import { generateSession, seededRandom } from '../../bench/speed/generated-sessions'
import { createEngine } from '@engine/engine'
import { sessionJson } from '@engine/session/export/bundle/canonical-json'
import { readBundle } from '@engine/session/export/bundle/read-bundle'
import { builtEntry } from '../built-entry'
import { rounds } from '../rounds'
import { sessionsBundle } from '../support/sessions-bundle'

const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
const kills = rounds(3, 12)
const killedExports = rounds(1, 12)
const count = rounds(12, 24)

let scratch = ''
let sessions: SessionContext[] = []
let file = ''

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-records-'))
  const random = seededRandom(5)
  sessions = Array.from({ length: count }, (_, at) => {
    return generateSession(`s${String(at).padStart(3, '0')}`, 6, 1_700_000_000_000, random)
  })
  file = join(scratch, 'all.cairn.zip')
  await writeFile(file, await sessionsBundle(sessions))
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

/** Runs a script and kills it after `ms`, counted from its first output or its start. Says whether, and how long it ran. */
async function run(args: string[], ms: number, from: 'output' | 'start'): Promise<{ killed: boolean; ms: number }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: scratch })
  let timer: NodeJS.Timeout | undefined
  let begun = 0
  const count = () => {
    if (timer) return
    begun = performance.now()
    timer = setTimeout(() => child.kill('SIGKILL'), ms)
  }
  if (from === 'start') count()
  child.stdout.on('data', count)
  child.stderr.resume()
  const code = await new Promise<number | null>((done) => child.on('close', done))
  clearTimeout(timer)
  return { killed: code === null, ms: performance.now() - begun }
}

/** What a store holds once everything an earlier run had begun is finished. */
async function settled(store: string): Promise<SessionContext[]> {
  const engine = await createEngine({ folder: store, resources })
  try {
    // An import waits until those of earlier runs are finished.
    await expect(engine.importSessions(join(scratch, 'no-such-file'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
    const headers = await engine.listSessions()
    return await Promise.all(headers.map(({ id }) => engine.getSession(id)))
  } finally {
    await engine.close()
  }
}

const asText = (all: readonly SessionContext[]) => all.map(sessionJson).toSorted()

describe('kill -9 and records', () => {
  test(`${kills} times while importing: all of it is there, or nothing`, async () => {
    const seen = { all: 0, none: 0 }
    const importing = (store: string) => [builtEntry('fault-child'), 'import', store, resources, file]
    // So that the moments lie within what takes this machine this long.
    const whole = await run(importing(join(scratch, 'store-whole')), 600_000, 'output')
    expect(whole.killed).toBe(false)
    for (let round = 0; round < kills; round += 1) {
      const store = join(scratch, `store-${round}`)
      await run(importing(store), (whole.ms * round) / (kills - 1), 'output')
      const kept = await settled(store)
      if (kept.length === 0) seen.none += 1
      else {
        seen.all += 1
        expect(asText(kept)).toEqual(asText(sessions))
      }
      expect(existsSync(join(store, 'imports')) ? await readdir(join(store, 'imports')) : []).toEqual([])
      await rm(store, { recursive: true, force: true })
    }
    // Otherwise the moments were all too early or all too late to say anything.
    expect(seen.all).toBeGreaterThan(0)
    expect(seen.all + seen.none).toBe(kills)
  })

  test(`${killedExports} times while exporting: a whole file or none, and nothing of the store changes`, async () => {
    const store = join(scratch, 'export-store')
    const engine = await createEngine({ folder: store, resources })
    await engine.importSessions(file)
    await engine.close()
    const exporting = (out: string) => [builtEntry('fault-cli'), 'export', '--all', '--out', out, '--store', store]
    const whole = join(scratch, 'whole.cairn.zip')
    const first = await run(exporting(whole), 600_000, 'start')
    expect(first.killed).toBe(false)
    expect((await readBundle(whole)).manifest.sessions).toHaveLength(count)
    let interrupted = 0
    for (let round = 0; round < killedExports; round += 1) {
      const out = join(scratch, `export-${round}.cairn.zip`)
      const { killed } = await run(exporting(out), first.ms * (0.3 + (0.7 * (round + 0.5)) / killedExports), 'start')
      if (killed) interrupted += 1
      if (existsSync(out)) expect((await readBundle(out)).manifest.sessions).toHaveLength(count)
    }
    // The first run is the slowest, so the last moments may come after the end: at least one must not.
    expect(interrupted).toBeGreaterThan(0)
    expect(asText(await settled(store))).toEqual(asText(sessions))
  })
})
