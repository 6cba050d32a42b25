import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileToWrite, requireBackup } from '@engine/backup/archive/open-archive-file'
import { packed } from '@engine/backup/archive/read-moment'
import { writeMoment } from '@engine/backup/archive/write-archive'
import { createHash } from 'node:crypto'

const passphrase = 'pelican lamp'
const { signal } = new AbortController()
let folder = ''
const pathOf = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-require-backup-'))
  await make('plain.tar', undefined)
  await make('sealed', passphrase)
  await writeFile(pathOf('letter.tar'), 'This is a letter, not a backup.')
  await writeFile(pathOf('empty.tar'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function make(name: string, secret: string | undefined): Promise<void> {
  const bytes = await packed(Buffer.from(''))
  const documents = createHash('sha256').update(bytes).digest('hex')
  async function* entries() {
    await Promise.resolve()
    yield { name: `files/${documents}.gz`, bytes }
  }
  const counts = { documents: 0, sessions: 0, research: 0, notebooks: 0, question_sets: 0, evaluation_runs: 0 }
  const moment = { format: 'cairn-backup', version: 1, made_at: 1, cairn: '0', store: '/', documents } as const
  const next = { entries: entries(), moment: () => ({ ...moment, counts, files: [] }) }
  await writeMoment(await fileToWrite(pathOf(name), secret), undefined, next, signal)
}

test('a backup is let through, with its passphrase where it has one', async () => {
  await expect(requireBackup(pathOf('plain.tar'), undefined)).resolves.toBeUndefined()
  await expect(requireBackup(pathOf('sealed'), passphrase)).resolves.toBeUndefined()
})

// Would catch a restore that opens a store, and so makes one, before it sees that there is nothing to restore.
test.each([
  ['nowhere.tar', undefined, 'FILE_VANISHED', 'There is no backup '],
  ['plain.tar/inside', undefined, 'FILE_VANISHED', 'There is no file '],
  ['.', undefined, 'FILE_CORRUPT', 'is a folder, not a backup.'],
  ['letter.tar', undefined, 'FILE_CORRUPT', 'is not a backup of Cairn.'],
  ['empty.tar', undefined, 'FILE_CORRUPT', 'is not a backup of Cairn.'],
  ['sealed', undefined, 'PASSWORD_NEEDED', 'was made with a passphrase'],
  ['sealed', 'another lamp', 'PASSWORD_WRONG', 'does not open the backup'],
])('%s with %s is refused as %s', async (name, secret, code, said) => {
  const refused = requireBackup(pathOf(name), secret)
  await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(said) as string })
})
