import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine } from '@engine/engine'
import { copySampleStore } from '../sample-store'
import { planOf, task } from '../support/research/runs-kit'

const resources = resolve(import.meta.dirname, '../../resources')
const isRoot = process.getuid?.() === 0

/** Enough for the plan and what the first documents hold. */
const roomBytes = 40 * 1024

let folder = ''
let disk = ''
let mounted = false

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-disk-research-'))
  disk = join(folder, 'disk')
  await mkdir(disk)
})

afterAll(async () => {
  if (mounted) execFileSync('umount', ['--lazy', disk])
  await rm(folder, { recursive: true, force: true })
})

// Catches a run that fails for good, loses what was found, or goes on as if a step had been written.
test('a full disk halts a run in words; it goes on where it was once there is space', async (context) => {
  mounted = isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]).status === 0
  if (!mounted) {
    console.warn('Skipped: a small disk cannot be mounted here, so a full one was not tried.')
    return context.skip()
  }
  await copySampleStore(join(disk, 'store'))
  const engine = await createEngine({ folder: join(disk, 'store'), resources })
  const documents = engine.listDocuments({}).flatMap(({ id, format }) => (format === 'markdown' ? id : []))
  const tasks = documents.slice(0, 8).map((id, at) => task(at + 1, { tool: 'read', scope: { documents: [id] } }))
  const ballast = join(disk, 'ballast')
  const { bavail, bsize } = await statfs(disk)
  await writeFile(ballast, Buffer.alloc(bavail * bsize - roomBytes))
  const { id } = await engine.research.start({ plan: planOf(tasks, { goal: 'Read all' }), at_once: true })
  const follow = async () => {
    for await (const event of engine.research.follow(id, -1)) void event
  }
  await expect(follow()).rejects.toMatchObject({ code: 'DISK_FULL' })
  const halted = await engine.research.get(id)
  expect([halted.header.state, halted.error?.code]).toEqual(['paused', 'DISK_FULL'])
  expect(halted.evidence.length).toBeGreaterThan(0)

  await rm(ballast)
  await engine.research.run(id)
  await follow()
  const run = await engine.research.get(id)
  expect([run.header.state, run.header.tasks_done]).toEqual(['done', tasks.length])
  expect(run.evidence.map(({ number }) => number)).toEqual(run.evidence.map((_, at) => at + 1))
  expect((await engine.check()).problems).toEqual([])
  await engine.close()
})
