import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { FolderRules } from '@shared/folders/folder-shapes'
import { findMissing } from '@engine/ingest/watch/missing-files'
import { scanFolder } from '@engine/ingest/watch/scan-folder'
import { documentNamed } from '../../../fakes/fake-engine'

let root = ''
let device = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-missing-'))
  await mkdir(join(root, 'in/deep'), { recursive: true })
  for (const name of ['a.md', 'in/b.md', 'in/deep/c.md', 'left.bak']) await writeFile(join(root, name), name)
  device = (await stat(root)).dev
})

afterAll(() => rm(root, { recursive: true, force: true }))

const scan = (paths = [root]) => {
  const rules = FolderRules.parse({ ignore: '*.bak' })
  return scanFolder({ path: root, rules, without: join(root, 'store') }, paths, new AbortController().signal)
}

const documentAt = (name: string, fields: Partial<DocumentRecord> = {}) =>
  documentNamed(name, {
    source: join(root, name),
    on_disk: { size: 1, modified: 1, changed: 1, device, state: 'as_read' },
    ...fields,
  })

describe('what became of files', () => {
  test('a scan finds what belongs to the library, below a path of it too', async () => {
    const names = async (paths?: string[]) =>
      [...(await scan(paths)).files.keys()].map((path) => path.slice(root.length + 1)).toSorted()
    expect(await names()).toEqual(['a.md', 'in/b.md', 'in/deep/c.md'])
    expect(
      await names([join(root, 'in/deep'), join(root, 'a.md'), join(root, 'left.bak'), join(root, 'none')]),
    ).toEqual(['a.md', 'in/deep/c.md'])
  })

  test('tells what is gone from what the rules leave out', async () => {
    const records = [documentAt('a.md'), documentAt('left.bak'), documentAt('none.md'), documentAt('none/x.md')]
    expect(Object.fromEntries(await findMissing(records, await scan(), root))).toEqual({
      'id-left.bak': 'left_out',
      'id-none.md': 'gone',
      'id-none/x.md': 'gone',
    })
  })

  // Catches a disk that is not mounted and leaves an empty folder: all its documents would go into the trash.
  test('a file of another device than its folder lies on now is away, unless the device only has another number', async () => {
    const elsewhere = { on_disk: { size: 1, modified: 1, changed: 1, device: device + 1, state: 'as_read' as const } }
    const mounted = documentAt('in/deep/on-disk.md', elsewhere)
    const found = async (records: DocumentRecord[]) => (await findMissing(records, await scan(), root)).get(mounted.id)
    expect(await found([mounted])).toBe('away')
    expect(await found([mounted, documentAt('a.md', elsewhere)])).toBe('gone')
  })

  // As the scan says it of a folder without permission; whoever runs the tests may look into any.
  test('what lies in a folder that cannot be looked into is away', async () => {
    const hidden = { ...(await scan()), files: new Map(), unseen: [join(root, 'in')] }
    expect([...(await findMissing([documentAt('in/b.md')], hidden, root)).values()]).toEqual(['away'])
  })
})
