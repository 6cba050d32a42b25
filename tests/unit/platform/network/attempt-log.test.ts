import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NetworkAttempt } from '@shared/models/models'
import { AttemptLog } from '@engine/platform/network/attempt-log'
import { createNetworkGate } from '@engine/platform/network-gate'

let folder: string
const lines: string[] = []

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'cairn-network-')), 'network')
})
afterEach(async () => {
  await rm(join(folder, '..'), { recursive: true, force: true })
  lines.length = 0
})

const open = (rotation?: { bytes: number; kept: number }) =>
  new AttemptLog(folder, (line) => lines.push(line), rotation)
const attempt = (at: number, more: Partial<NetworkAttempt> = {}): NetworkAttempt => ({
  at,
  host: 'example.org',
  purpose: 'web page',
  outcome: 'allowed',
  by: 'rule',
  ...more,
})
const all = { beyond: false, limit: 100 }

describe('the log of the network', () => {
  test('is there after a start, newest first, with what has become of each attempt', async () => {
    const made = { ...attempt(1) }
    const log = open()
    await log.keep(made)
    await log.keep(attempt(2, { by: 'loopback', host: '127.0.0.1:11434', purpose: 'answer' }))
    made.outcome = 'failed'
    await log.keep(made)
    const { attempts, total, damaged } = await open().find(all)
    expect([total, damaged]).toEqual([2, 0])
    expect(attempts).toEqual([
      attempt(2, { by: 'loopback', host: '127.0.0.1:11434', purpose: 'answer' }),
      attempt(1, { outcome: 'failed' }),
    ])
  })

  test('is searched by words, by outcome, and without this machine', async () => {
    const log = open()
    await log.keep(attempt(1))
    await log.keep(attempt(2, { host: 'huggingface.co', purpose: 'Download Small Model', outcome: 'denied', by: null }))
    await log.keep(attempt(3, { host: 'localhost:1234', purpose: 'Small answer', by: 'loopback' }))
    const hosts = async (query: object) => (await log.find({ ...all, ...query })).attempts.map(({ host }) => host)
    expect(await hosts({ text: 'small' })).toEqual(['localhost:1234', 'huggingface.co'])
    expect(await hosts({ text: 'SMALL huggingface' })).toEqual(['huggingface.co'])
    expect(await hosts({ text: 'small', beyond: true })).toEqual(['huggingface.co'])
    expect(await hosts({ outcome: 'denied' })).toEqual(['huggingface.co'])
    expect(await log.find({ ...all, limit: 1 })).toMatchObject({ attempts: [{ at: 3 }], total: 3 })
  })

  test('rotates: what went to this machine never pushes out what went beyond it', async () => {
    const log = open({ bytes: 2000, kept: 2 })
    await log.keep(attempt(0))
    for (let at = 1; at <= 200; at += 1) await log.keep(attempt(at, { by: 'loopback', host: 'localhost:1' }))
    const { attempts, total } = await log.find(all)
    expect(attempts.at(-1)).toEqual(attempt(0))
    expect(attempts[0]?.at).toBe(200)
    expect(total).toBeLessThan(60)
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).size).toBeLessThan(2300)
    expect(await readdir(folder)).toHaveLength(4)
  })

  test('reads on after a line that a crash cut off', async () => {
    await open().keep(attempt(1))
    await appendFile(join(folder, 'beyond-this-machine.jsonl'), '{"at":2,"host":"exam')
    const log = open()
    await log.keep(attempt(3))
    const { attempts, damaged } = await log.find(all)
    expect(attempts.map(({ at }) => at)).toEqual([3, 1])
    expect(damaged).toBe(1)
  })

  test('leaves a line out that is not as it was written, and says how many there are', async () => {
    const log = open()
    for (const at of [1, 2, 3]) await log.keep(attempt(at))
    const path = join(folder, 'beyond-this-machine.jsonl')
    const lines = (await readFile(path, 'utf8')).split('\n')
    // The same line of an older Cairn, without a sum.
    lines[0] = lines[0]?.replace(/,"sum":"\w+"/u, '') ?? ''
    lines[1] = lines[1]?.replace('example.org', 'exemple.org') ?? ''
    await writeFile(path, lines.join('\n'))
    const { attempts, damaged } = await open().find(all)
    expect(attempts).toEqual([attempt(3), attempt(1)])
    expect(damaged).toBe(1)
  })

  test('says so where it cannot be written, and stops nobody', async () => {
    await writeFile(folder, 'no folder')
    await open().keep(attempt(1))
    expect(lines.join()).toContain('could not be written down')
  })

  test('has a request beyond this machine on disk before it is made', async () => {
    const log = open()
    const seen: number[] = []
    const gate = createNetworkGate({
      allowedHosts: () => ['example.org'],
      now: () => 7,
      record: (made) => log.keep(made),
      send: async () => {
        seen.push((await open().find(all)).total)
        throw new TypeError('fetch failed')
      },
    })
    await expect(gate.fetch('https://example.org/', { purpose: 'a test' })).rejects.toThrow('could not be reached')
    expect(seen).toEqual([1])
    expect((await log.find(all)).attempts).toEqual([attempt(7, { purpose: 'a test', outcome: 'failed' })])
  })
})
