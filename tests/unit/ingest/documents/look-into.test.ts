import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLeftOutOf, unreadExtensions, unreadKind } from '@shared/folders/folder-look'
import { lookInto } from '@engine/ingest/documents/look-into'
import { walk } from '@engine/ingest/files/walk'
import { parserOfExtension } from '@engine/ingest/parsers/registry'

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-look-'))
})

afterEach(() => rm(root, { recursive: true, force: true }))

async function folder(name: string, paths: readonly string[]): Promise<string> {
  for (const path of paths) {
    await mkdir(dirname(join(root, name, path)), { recursive: true })
    await writeFile(join(root, name, path), 'x')
  }
  return join(root, name)
}

async function walked(path: string): Promise<string[]> {
  const found: string[] = []
  for await (const file of walk([path])) found.push(file.path.slice(path.length + 1))
  return found
}

describe('looking into folders before they are added', () => {
  test('counts kinds that cannot be read, most first, and finds nothing odd in ordinary ones', async () => {
    const path = await folder('mixed', ['a.md', 'b/c.PSD', 'b/d.psd', 'e.exe', 'f', '.hidden.psd'])
    expect(await lookInto([path])).toEqual({
      names: ['mixed'],
      vaults: [],
      files: 5,
      unread: [
        { extension: 'psd', count: 2 },
        { extension: 'exe', count: 1 },
      ],
    })
    expect(await lookInto([join(path, 'a.md'), join(root, 'nowhere')])).toBeNull()
  })

  test('an Obsidian vault is known by its settings, which are left out', async () => {
    const path = await folder('vault', ['.obsidian/app.json', 'Daily/one.md', 'logseq/b.md'])
    expect(await lookInto([path])).toMatchObject({ vaults: ['obsidian'], files: 2 })
    expect(await walked(path)).toEqual(['Daily/one.md', 'logseq/b.md'])
  })

  // Catches old versions of every page that are read beside the page itself.
  test('of Logseq its pages and journals are read, not its settings and older versions', async () => {
    const path = await folder('graph', ['logseq/config.edn', 'logseq/bak/pages/a/1.md', 'pages/a.md', 'journals/j.md'])
    expect(await lookInto([path])).toMatchObject({ vaults: ['logseq'], files: 2, unread: [] })
    expect(await walked(path)).toEqual(['journals/j.md', 'pages/a.md'])
    const plain = await folder('plain', ['logseq/config.edn', 'other/a.md'])
    expect(await walked(plain)).toEqual(['logseq/config.edn', 'other/a.md'])
  })

  test('of Zotero the attached files are read and nothing else', async () => {
    const path = await folder('Zotero', [
      'zotero.sqlite',
      'zotero.sqlite.bak',
      'styles/apa.csl',
      'storage/ABCD1234/Kay - 2024 - Huts.pdf',
      'storage/ABCD1234/.zotero-ft-cache',
    ])
    expect(await lookInto([path])).toMatchObject({ vaults: ['zotero'], files: 1, unread: [] })
    expect(await walked(path)).toEqual(['storage/ABCD1234/Kay - 2024 - Huts.pdf'])
  })
})

describe('kinds that cannot be read', () => {
  // Catches a kind that is left out although Cairn has learnt to read it.
  test('have no parser', () => {
    expect(unreadExtensions.filter((extension) => parserOfExtension(extension) !== undefined)).toEqual([])
    expect(unreadExtensions.length).toBeGreaterThan(100)
  })

  test('are told by the last extension, in any case, and not by a name that is one', () => {
    expect(['a.tar.XZ', 'b.psd', 'psd', '.psd', 'c.md', 'd.exe.txt', 'x/y.mp3'].map(unreadKind)).toEqual([
      'xz',
      'psd',
      null,
      null,
      null,
      null,
      'mp3',
    ])
    expect(isLeftOutOf('zotero', 'storage')).toBe(false)
    expect(isLeftOutOf('zotero', 'storage.md')).toBe(true)
    expect(isLeftOutOf(null, 'zotero.sqlite')).toBe(false)
  })
})
