import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ArchiveFile } from '@engine/backup/archive/archive-file'
import { objectName } from '@engine/backup/archive/moment'
import { fileToWrite } from '@engine/backup/archive/open-archive-file'
import { type Archive, readArchive } from '@engine/backup/archive/read-archive'
import { packed } from '@engine/backup/archive/read-moment'
import { type Entry, writeMoment } from '@engine/backup/archive/write-archive'

const { signal } = new AbortController()
const addressOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-half-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Adds a moment with these objects. `began` is called when all that comes before its first byte has been done to the file. */
async function append(
  file: ArchiveFile,
  known: Archive | undefined,
  madeAt: number,
  objects: readonly Buffer[],
  began: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Archive> {
  const documents = await packed(Buffer.from(''))
  async function* entries(): AsyncGenerator<Entry> {
    await began()
    if (!known) yield { name: `files/${addressOf(documents)}.gz`, bytes: documents }
    for (const bytes of objects) yield { name: objectName(addressOf(bytes)), bytes }
  }
  const counts = { documents: 0, sessions: 0, research: 0, notebooks: 0, question_sets: 0, evaluation_runs: 0 }
  const moment = { format: 'cairn-backup', version: 1, made_at: madeAt, cairn: '0', store: '/' } as const
  const next = { entries: entries(), moment: () => ({ ...moment, documents: addressOf(documents), counts, files: [] }) }
  return writeMoment(file, known, next, signal)
}

// Would catch new bytes over the end of the file: what then follows them is of the moment before, and the whole file counts as damaged.
test.each([
  ['without a passphrase', undefined],
  ['with a passphrase', 'pelican lamp 铁塔'],
])('a backup %s keeps its earlier moments wherever the writing of the next one stops', async (name, passphrase) => {
  const path = join(folder, name)
  const file = await fileToWrite(path, passphrase)
  const first = await append(file, undefined, 1, [Buffer.from('one')])
  const atStart = join(folder, `${name}, begun`)
  // The first one is smaller than what a tar ends with, the second larger than a sealed block.
  const added = [Buffer.from('two'), randomBytes(70_000)]
  await append(file, first, 2, added, () => copyFile(path, atStart))
  const [begun, after] = await Promise.all([readFile(atStart), readFile(path)])
  const from = begun.findIndex((byte, at) => byte !== after[at])
  const start = from < 0 ? begun.length : from
  const stopped = join(folder, `${name}, stopped`)
  const stops = [1, 31, 32, 36, 511, 512, 513, 1023, 1024, 1075, 1076, 1077, 1536, 1537, 65_000, 70_000]
  for (const written of stops) {
    const bytes = Buffer.concat([after.subarray(0, start + written), begun.subarray(start + written)])
    await writeFile(stopped, bytes)
    const half = file.beside(stopped)
    await expect(readArchive(half, { signal }), `after ${written} bytes`).rejects.toThrow(/does not come to its end/u)
    const archive = await readArchive(half, { signal, mayBeTorn: true })
    expect(archive.moments.map(({ moment }) => moment.made_at)).toEqual([1])
    // The next one goes on from there.
    const more = await append(half, archive, 3, [Buffer.from('three')])
    expect(more.moments.map(({ moment }) => moment.made_at)).toEqual([1, 3])
  }
})
