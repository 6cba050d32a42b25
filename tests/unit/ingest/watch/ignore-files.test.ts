import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FolderRules } from '@shared/folders/folder-shapes'
import { scanFolder } from '@engine/ingest/watch/scan-folder'

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'cairn-ignore-files-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
  return root
}

async function found(root: string, at: readonly string[] = [''], ignore = ''): Promise<string[]> {
  const folder = { path: root, rules: FolderRules.parse({ ignore }), without: '/nowhere' }
  const paths = at.map((path) => join(root, path))
  const { files } = await scanFolder(folder, paths, new AbortController().signal)
  return [...files.keys()].map((path) => relative(root, path).split(sep).join('/')).toSorted()
}

describe('.gitignore files in a watched folder', () => {
  const files = {
    '.gitignore': '*.log\nbuild/\n/top.md\n!kept.log\n',
    'a.log': 'x',
    'kept.log': 'x',
    'top.md': 'x',
    'in/top.md': 'x',
    'build/out.md': 'x',
    // Nothing in a folder that is left out comes back.
    'build/.gitignore': '!out.md\n',
    'in/.gitignore': '!a.log\nnotes.md\ndeep/*\n!deep/one.md\n',
    'in/a.log': 'x',
    'in/b.log': 'x',
    'in/notes.md': 'x',
    'in/deep/one.md': 'x',
    'in/deep/two.md': 'x',
    'notes.md': 'x',
  }
  const kept = ['in/a.log', 'in/deep/one.md', 'in/top.md', 'kept.log', 'notes.md']

  // Would catch a nested file that is not read, a negation that is not, and a folder that is left out and looked into.
  test('are read as git reads them: the nearest has the last word', async () => {
    expect(await found(await folderWith(files))).toEqual(kept)
  })

  // Would catch a file that a change brings in though the files above it leave it out.
  test('count for single paths, too', async () => {
    const root = await folderWith(files)
    const each = await Promise.all(Object.keys(files).map(async (path) => found(root, [path])))
    expect(each.flat().toSorted()).toEqual(kept)
    expect(await found(root, ['in/deep'])).toEqual(['in/deep/one.md'])
    expect(await found(root, ['build'])).toEqual([])
  })

  test('yield to the rules of the folder in the settings, either way', async () => {
    const root = await folderWith(files)
    expect(await found(root, [''], '!b.log\nnotes.md')).toEqual([
      ...['in/a.log', 'in/b.log', 'in/deep/one.md', 'in/top.md', 'kept.log'],
    ])
  })

  test('that cannot be read leave nothing out', async () => {
    const root = await folderWith({ 'a.md': 'x', 'in/b.md': 'x' })
    await mkdir(join(root, '.gitignore'))
    await writeFile(join(root, 'in/.gitignore'), `${'x'.repeat(1_000_001)}\n*.md\n`)
    expect(await found(root)).toEqual(['a.md', 'in/b.md'])
  })
})

// Would catch a watched folder whose program's own files become documents, though adding it by hand leaves them out.
describe('what a program keeps for itself', () => {
  test('Logseq its settings and older versions', async () => {
    const root = await folderWith({ 'logseq/config.edn': 'x', 'logseq/bak/pages/a.md': 'x', 'pages/a.md': 'x' })
    expect(await found(root)).toEqual(['pages/a.md'])
    expect(await found(root, ['logseq/bak/pages/a.md'])).toEqual([])
  })

  test('Zotero its database and all that is no attached file', async () => {
    const root = await folderWith({
      ...{ 'zotero.sqlite': 'x', 'zotero.sqlite.bak': 'x', 'styles/apa.csl': 'x', 'locate/engines.json': 'x' },
      ...{ 'storage/AB12/paper.pdf': 'x', 'storage/AB12/.zotero-ft-cache': 'x' },
    })
    expect(await found(root)).toEqual(['storage/AB12/paper.pdf'])
    expect(await found(root, ['zotero.sqlite', 'styles/apa.csl'])).toEqual([])
  })

  test('a folder that only has such a name is an ordinary one', async () => {
    const root = await folderWith({ 'logseq/a.md': 'x', 'storage/b.md': 'x' })
    expect(await found(root)).toEqual(['logseq/a.md', 'storage/b.md'])
  })
})
