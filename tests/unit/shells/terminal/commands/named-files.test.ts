import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { FakeEngine } from '../../../../fakes/fake-engine'
import { terminal } from '../terminal'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-named-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// Would catch the advice to add a file again, which is that for a document, where a folder to write to is missing.
test.each([
  ['traces', 'export', 'none/x.jsonl'],
  ['report', 'none/a.md', '--yes'],
  ['graph', 'export', '--format', 'json', '--out', 'none/graph.json'],
])('the folder that is missing is named: %s %s %s', async (...argv) => {
  const { code, err } = await terminal(new FakeEngine(), { cwd: folder }).run(...argv)
  expect(code).toBe(1)
  expect(err).toContain(`Error: There is no folder ${join(folder, 'none')}. Make that folder first, or name another`)
  const chinese = await terminal(new FakeEngine(), { cwd: folder }).run(...argv, '--lang', 'zh')
  expect(chinese.err).toContain(`错误：没有文件夹 ${join(folder, 'none')}。请先建立该文件夹`)
})

// Would catch what the system says of a file, in words that are for no person, and without the file's name.
test.each([
  [['eval', 'import'], '.', 2, 'is a folder. Name a file.'],
  [['eval', 'import'], 'none.jsonl', 1, 'There is no file '],
  [['tools', 'rates'], 'none.xml', 1, 'There is no file '],
  [['tools', 'import'], '.', 2, 'is a folder. Name a file.'],
  [['research', 'Compare them', '--plan'], 'none.json', 1, 'There is no file '],
])('a file that cannot be read is named: %j %s', async (argv, name, code, said) => {
  const ended = await terminal(new FakeEngine(), { cwd: folder }).run(...argv, name)
  expect(ended.code).toBe(code)
  expect(ended.err).toContain(said)
  expect(ended.err).toContain(join(folder, name))
  expect(ended.err).not.toMatch(/EISDIR|ENOENT|Try again/u)
})

// Would catch a store that is made, and stays behind, for a backup that is not there.
test('a file to restore is looked at before a store is made', async () => {
  const requireBackup = () => Promise.reject(new CairnError('FILE_VANISHED', 'There is no backup /b.tar.', 'Check.'))
  const { run, opened } = terminal(new FakeEngine(), { cwd: folder, requireBackup })
  const { code, err } = await run('restore', '/b.tar', '--store', join(folder, 'new'))
  expect([code, opened]).toEqual([1, []])
  expect(err).toContain('There is no backup /b.tar.')
  expect(existsSync(join(folder, 'new'))).toBe(false)
})
