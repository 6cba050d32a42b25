import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { BackupReport } from '@shared/api/store/backup-api'
import { toCairnError } from '@shared/errors'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { rounds } from '../rounds'

const resources = resolve(import.meta.dirname, '../../resources')
let folder = ''
let disk = ''
let isMounted = false
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-full-backup-'))
  disk = join(folder, 'stick')
  await mkdir(disk)
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).status === 0
  if (!isMounted) console.warn('Skipped: a small disk cannot be mounted here, so a full one was not tried.')
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  await addNote(engine)
})

afterAll(async () => {
  await engine.close()
  if (isMounted) execFileSync('umount', ['--lazy', disk])
  await rm(folder, { recursive: true, force: true })
})

/** Of a document; more than any room that is left for its backup. */
const noteBytes = rounds(220_000, 1_300_000)

/** A document that no backup has, which does not get smaller; most of it is not for reading, since that takes time. */
async function addNote(to: Engine): Promise<void> {
  const lines = Array.from({ length: 100 }, () => `<p>The gauge read ${randomBytes(4).toString('hex')} that day.</p>`)
  const path = join(folder, `note ${randomBytes(4).toString('hex')}.html`)
  await writeFile(path, `${lines.join('\n')}<!-- ${randomBytes(noteBytes).toString('base64')} -->`)
  for await (const event of to.ingest({ paths: [path] })) void event
}

async function backUp(path: string, passphrase: string | undefined, keep?: number): Promise<BackupReport> {
  for await (const step of engine.backups.backUp({ path, passphrase, keep }))
    if (step.type === 'done') return step.report
  throw new Error('There was no report.')
}

/** Leaves so many bytes free on the disk. */
async function leave(bytes: number): Promise<void> {
  await free()
  const { bavail, bsize } = await statfs(disk)
  await writeFile(join(disk, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - bytes), 1))
}
const free = () => rm(join(disk, 'ballast'), { force: true })

/** How many documents another store gets of a backup that has to be whole. */
async function restored(path: string, passphrase: string | undefined): Promise<number> {
  const there = await createEngine({ folder: join(folder, randomBytes(4).toString('hex')), resources })
  onTestFinished(() => there.close())
  for await (const step of there.backups.restore({ path, passphrase, whole_part: false })) void step
  expect(await there.check()).toMatchObject({ ok: true })
  return there.listDocuments({}).length
}

const kinds = [
  { kind: 'plain', passphrase: undefined },
  { kind: 'sealed', passphrase: 'pelican lamp 铁塔' },
]

// Would catch a half-written file under the name of a backup, and earlier moments that cannot be read any more.
test.each(kinds)('a disk without room for a $kind backup keeps what was on it, and the next one works', async (one) => {
  if (!isMounted) return
  const { kind, passphrase } = one
  const path = join(disk, kind)
  // What an earlier try has left.
  for (const name of await readdir(disk)) await rm(join(disk, name))
  for (const room of rounds(1, 4) === 1 ? [200_000] : [0, 4096, 200_000, 1_000_000]) {
    await leave(room)
    await expect(backUp(path, passphrase), `new, ${room}`).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(await readdir(disk)).toEqual(['ballast'])
    await free()
  }
  await backUp(path, passphrase)
  const before = engine.listDocuments({}).length
  await addNote(engine)
  for (const room of rounds(1, 5) === 1 ? [4096] : [0, 1, 4096, 65_536, 150_000]) {
    await leave(room)
    await expect(backUp(path, passphrase), `next, ${room}`).rejects.toMatchObject({ code: 'DISK_FULL' })
    const held = await engine.backups.moments({ path, passphrase })
    expect({ room, is_whole: held.is_whole, moments: held.moments.length }).toEqual({
      room,
      is_whole: true,
      moments: 1,
    })
    await free()
  }
  expect(await restored(path, passphrase)).toBe(before)
  expect(await backUp(path, passphrase)).toMatchObject({ moments: 2 })
  // Room for what is new, but for no second copy of what is kept: that is no reason to have no backup.
  await leave(300_000)
  expect(await backUp(path, passphrase, 2)).toMatchObject({ moments: 3 })
  expect((await readdir(disk)).toSorted()).toEqual(['ballast', kind])
  await free()
  expect(await backUp(path, passphrase, 2)).toMatchObject({ moments: 2 })
  expect(await restored(path, passphrase)).toBe(before + 1)
})

// Would catch documents that are listed and cannot be read, and a second restore that takes them for whole.
test('a store without room for what a backup brings says so, and the same restore goes through once there is room', async () => {
  if (!isMounted) return
  for (const name of await readdir(disk)) await rm(join(disk, name), { recursive: true })
  const path = join(folder, 'for-the-stick')
  await backUp(path, undefined)
  const store = join(disk, 'store')
  await (await createEngine({ folder: store, resources })).close()
  for (const room of rounds(1, 4) === 1 ? [1_000_000] : [300_000, 600_000, 1_000_000, 1_500_000]) {
    const there = await createEngine({ folder: store, resources })
    await leave(room)
    const restoring = async () => {
      for await (const step of there.backups.restore({ path, whole_part: false })) void step
    }
    const end = await restoring().then(
      () => 'restored',
      (thrown: unknown) => toCairnError(thrown).code,
    )
    expect(end, `${room}`).toBe('DISK_FULL')
    await there.close()
    await free()
  }
  const there = await createEngine({ folder: store, resources })
  onTestFinished(() => there.close())
  for await (const step of there.backups.restore({ path, whole_part: false })) void step
  const names = (one: Engine) => one.listDocuments({ statuses: ['ready'] }).map(({ name }) => name)
  await expect.poll(() => names(there).toSorted(), { timeout: 120_000 }).toEqual(names(engine).toSorted())
  expect(await there.check()).toMatchObject({ ok: true, problems: [] })
})
