import { describe, expect, test } from 'vitest'
import { documentNamed, FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

/** Its one document reads `0123456789`. */
function library() {
  const engine = new FakeEngine()
  engine.documents = [documentNamed('a.md')]
  return { engine, run: (...words: string[]) => terminal(engine).run('highlights', ...words) }
}

describe('highlights', () => {
  // Would catch a highlight that stands somewhere else than its words, or in no place that the window can show.
  test('are made of words of the document, listed, and taken away', async () => {
    const { engine, run } = library()
    const made = await run('add', 'a.md', '345')
    expect([made.code, made.err]).toEqual([0, ''])
    const notebook = await engine.notes.ofDocument('id-a.md')
    const [item] = notebook?.items ?? []
    expect(item?.sources).toMatchObject([{ document_id: 'id-a.md', start: 3, end: 6, text: '345' }])
    expect(item?.around).toEqual({ before: '012', after: '6789' })
    expect((await run('a.md')).out).toBe(`${item?.id ?? ''}  345\n`)
    expect((await run('remove', 'a.md', item?.id ?? '')).code).toBe(0)
    expect((await run('a.md')).err).toContain('Nothing is highlighted in a.md')
  })

  test.each([
    [['add', 'a.md', 'nowhere'], 1],
    [['add', 'a.md', ' '], 2],
    [['add', 'b.md', '345'], 2],
    [['remove', 'a.md', 'x'], 1],
    [['a.md', 'b.md'], 2],
    [[], 2],
  ])('%o is refused, and nothing is highlighted', async (words, code) => {
    const { engine, run } = library()
    expect((await run(...words)).code).toBe(code)
    expect(await engine.notes.ofDocument('id-a.md')).toBeNull()
  })
})
