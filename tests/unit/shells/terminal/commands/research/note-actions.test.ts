import { describe, expect, test } from 'vitest'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

describe('what is done with notebooks', () => {
  test('from a new one to its end, by title', async () => {
    const engine = new FakeEngine()
    const run = async (...words: string[]) => terminal(engine).run('notes', ...words)
    expect((await run('new', 'The', 'huts')).out).toBe('made: The huts\n')
    await run('add', 'The huts', 'Heated', 'with', 'wood.')
    await run('add', 'The huts', 'Opened in 1968.')
    const [header] = await engine.notes.list()
    const items = async () => (await engine.notes.get(header?.id ?? '')).items
    const [wood, opened] = await items()
    expect((await run('items', 'The huts')).out).toContain(`${wood?.id}  Heated with wood.`)
    await run('move', 'The huts', opened?.id ?? '', '1')
    expect((await items()).map(({ text }) => text)).toEqual(['Opened in 1968.', 'Heated with wood.'])
    await run('edit', 'The huts', wood?.id ?? '', 'Heated with gas.')
    expect((await run('search', 'GAS')).out).toContain('The huts\n    Heated with gas.')
    await run('remove', 'The huts', opened?.id ?? '')
    expect(await items()).toHaveLength(1)
    expect((await run('use', 'The huts', 'on')).out).toContain('searched as evidence')
    expect((await run('rename', 'The huts', 'Huts')).out).toBe('renamed: Huts\n')
    expect((await run('trash', 'Huts')).code).toBe(0)
    expect((await run('restore', header?.id ?? '')).out).toBe('brought back Huts\n')
  })

  // Would catch a note that goes into a notebook nobody named, and one without words.
  test.each([
    [['add', 'Pumps', 'x'], 2],
    [['add', 'Huts', ' '], 2],
    [['use', 'Huts', 'perhaps'], 2],
    [['move', 'Huts', 'i', 'first'], 2],
    [['burn', 'Huts'], 2],
    [['search', 'nowhere'], 1],
  ])('%o is refused', async (words, code) => {
    const engine = new FakeEngine()
    await engine.notes.create('Huts')
    expect((await terminal(engine).run('notes', ...words)).code).toBe(code)
    expect((await engine.notes.get((await engine.notes.list())[0]?.id ?? '')).items).toEqual([])
  })
})
