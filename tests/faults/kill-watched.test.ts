import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mulberry32 } from '@shared/hash'
import { createEngine } from '@engine/engine'
import { changeAtRandom, type ChangedFolder, writeFolder } from '../../bench/watch/random-changes'
import { untilInStep } from '../../bench/watch/step-check'
import { builtEntry } from '../built-entry'
import { rounds } from '../rounds'

const resources = resolve(import.meta.dirname, '../../resources')
const kills = rounds(2, 20)
let scratch = ''

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-kill-watched-'))
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

/** Follows the folder in a process of its own while files change at random; kills it `ms` after it began to. */
async function killedWhileFollowing(store: string, folder: ChangedFolder, ms: number, from: number): Promise<void> {
  const child = spawn(process.execPath, [builtEntry('fault-child'), 'watch', store, resources, folder.root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((done) => child.on('close', done))
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (text: Buffer) => text.includes('watching') && done())
    child.on('close', () => fail(new Error('The child ended by itself.')))
  })
  const done = { created: 0, changed: 0, moved: 0, deleted: 0 }
  const until = performance.now() + ms
  for (let at = from; performance.now() < until; at += 1) {
    await changeAtRandom(folder, at, done)
    await sleep(20)
  }
  child.kill('SIGKILL')
  await ended
}

// Catches a change that a kill loses, a document that is there twice after one, and one that was read and is read again.
test(`${kills} kills while a folder is followed: the library is the folder in the end`, async () => {
  const [store, root] = [join(scratch, 'store'), join(scratch, 'files')]
  await mkdir(root)
  const random = mulberry32(5)
  const folder = await writeFolder(root, 200, random)
  for (let kill = 0; kill < kills; kill += 1) {
    await killedWhileFollowing(store, folder, 300 + random() * 3000, 1000 * (kill + 1))
  }
  const engine = await createEngine({ folder: store, resources })
  const { wrong } = await untilInStep(engine, folder.files, 300_000)
  expect(wrong).toEqual([])
  const before = new Map(engine.listDocuments({}).map(({ id, live }) => [id, live]))
  expect((await engine.check()).problems).toEqual([])
  await engine.close()
  const again = await createEngine({ folder: store, resources })
  again.folders.rescan(undefined, false)
  for await (const event of again.folders.follow(undefined)) void event
  expect(new Map(again.listDocuments({}).map(({ id, live }) => [id, live]))).toEqual(before)
  await again.close()
}, 600_000)
