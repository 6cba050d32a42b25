import { describe, expect, test } from 'vitest'
import { documentNamed, FakeEngine } from '../../../../../fakes/fake-engine'
import { folderNamed } from '../../../../../fakes/fake-folders'
import { terminal } from '../../terminal'

describe('cairn folders', () => {
  test('adds a folder with its rules, waits, and says how it stands', async () => {
    const engine = new FakeEngine()
    const { code, out } = await terminal(engine).run('folders', 'add', 'station', '--collection', 'plant')
    expect(code).toBe(0)
    expect(out).toContain('/work-of-user/station')
    expect(out).toContain('in step')
    expect(engine.folders.folders).toMatchObject([{ path: '/work-of-user/station', collection: 'plant' }])
  })

  test('is told a folder by its path or id; pauses, rules and reading again reach it', async () => {
    const engine = new FakeEngine()
    engine.folders.folders = [folderNamed('a', { path: '/work-of-user/a' })]
    expect((await terminal(engine).run('folders', 'pause', 'a')).code).toBe(0)
    expect(engine.folders.folders).toMatchObject([{ paused: true }])
    await terminal(engine).run('folders', 'resume', 'w_a')
    await terminal(engine).run(
      'folders',
      'rules',
      'a',
      '--ignore',
      'drafts/,*.bak',
      '--kinds',
      '.PDF, md',
      '--depth',
      '2',
    )
    expect(engine.folders.folders).toMatchObject([
      { paused: false, rules: { ignore: 'drafts/\n*.bak', kinds: ['pdf', 'md'], depth: 2, max_mb: 200 } },
    ])
    await terminal(engine).run('folders', 'rescan', '--read-again')
    expect(engine.folders.rescanned.at(-1)).toEqual({ id: undefined, readAgain: true })
    expect((await terminal(engine).run('folders', 'rescan', 'b')).code).toBe(2)
    expect((await terminal(engine).run('folders', 'rules', 'a', '--depth', 'deep')).err).toContain('depth')
    expect((await terminal(engine).run('folders', 'remove', 'a')).out).toContain('Its documents stay')
    expect(engine.folders.folders).toEqual([])
  })
})

describe('cairn trash', () => {
  const filled = () => {
    const engine = new FakeEngine()
    const at = Date.parse('2026-11-01T00:00:00Z')
    engine.trashed = [
      documentNamed('a.md', { trashed_at: at, trashed_for: 'file_gone' }),
      documentNamed('b.md', { trashed_at: at }),
    ]
    return engine
  }

  test('lists why and until when', async () => {
    const { out } = await terminal(filled()).run('trash', 'list')
    expect(out).toMatch(/its file is gone +2026-1[12]-\d\d \d\d:\d\d:\d\d +a\.md/u)
    expect(out).toMatch(/deleted by you +2026-1[12]-\d\d \d\d:\d\d:\d\d +b\.md/u)
    expect((await terminal(new FakeEngine()).run('trash', 'list')).err).toContain('The trash is empty.')
  })

  // Catches a misspelt name among several that leaves half of them deleted.
  test('restores and empties by name; an unknown name does nothing', async () => {
    expect((await terminal(filled()).run('trash', 'restore', 'a.md')).out).toContain('brought back a.md')
    const wrong = await terminal(filled()).run('trash', 'empty', 'a.md', 'c.md')
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toContain('c.md')
    expect((await terminal(filled()).run('trash', 'empty')).out).toContain('Deleted for good: 2.')
  })
})

// Catches an old answer that gives no hint in a terminal.
test('an answer says which of its files have changed since they were read', async () => {
  const engine = new FakeEngine()
  const on_disk = { size: 1, modified: 1, changed: 1, device: 1, state: 'changed' as const }
  engine.documents = [documentNamed('doc2.pdf', { id: 'd2', on_disk })]
  const { err } = await terminal(engine).run('ask', 'Is it so?')
  expect(err).toContain('! [2] doc2.pdf: changed on disk since it was read')
  const chinese = await terminal(engine).run('ask', 'Is it so?', '--lang', 'zh')
  expect(chinese.err).toContain('读取之后文件已改动')
})
