import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

async function withNotebooks(...titles: string[]) {
  const engine = new FakeEngine()
  const ids: string[] = []
  for (const title of titles) {
    const { id } = await engine.notes.create(title)
    await engine.notes.add(id, { kind: 'text', text: `About ${title}.`, sources: [], refs: [], from: {} })
    ids.push(id)
  }
  return { engine, ids }
}

describe('notes', () => {
  test('lists notebooks, or says that there are none', async () => {
    const { engine, ids } = await withNotebooks('Huts', 'Pumps')
    const { out, code } = await terminal(engine).run('notes')
    expect(code).toBe(0)
    for (const text of [...ids, 'Huts', 'Pumps']) expect(out).toContain(text)
    expect(JSON.parse((await terminal(engine).run('notes', '--json')).out)).toHaveLength(2)
    expect((await terminal().run('notes')).err).toContain('No notebooks yet')
    expect((await terminal().run('notes', '--lang', 'zh')).err).toContain('还没有笔记本')
  })

  test('prints one by its id or title, or writes it as the file is called', async () => {
    const { engine, ids } = await withNotebooks('Huts')
    const cwd = await mkdtemp(join(tmpdir(), 'cairn-notes-'))
    onTestFinished(() => rm(cwd, { recursive: true }))
    expect((await terminal(engine).run('notes', 'Huts')).out).toContain('About Huts.')
    expect(JSON.parse((await terminal(engine).run('notes', ids[0] ?? '', '--json')).out)).toMatchObject({
      title: 'Huts',
    })
    const { code, err } = await terminal(engine, { cwd }).run('notes', 'Huts', '--out', 'mine.HTML')
    expect([code, err]).toEqual([0, `Written to ${join(cwd, 'mine.HTML')}\n`])
    expect(await readFile(join(cwd, 'mine.HTML'), 'utf8')).toContain('<!doctype html>')
    await terminal(engine, { cwd }).run('notes', 'Huts', '--format', 'pdf')
    expect((await readFile(join(cwd, 'Huts.pdf'))).subarray(0, 4).toString()).toBe('%PDF')
  })

  test('refuses what it cannot tell apart or does not know', async () => {
    const { engine } = await withNotebooks('Huts', 'Huts')
    for (const argv of [['Huts'], ['Gone'], ['Huts', '--format', 'odt']])
      expect((await terminal(engine).run('notes', ...argv)).code).toBe(2)
  })
})
