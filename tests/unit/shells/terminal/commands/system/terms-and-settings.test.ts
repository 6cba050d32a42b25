import { describe, expect, test } from 'vitest'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

describe('cairn terms', () => {
  test('adds rows, adds to a row that is there, removes and lists', async () => {
    const engine = new FakeEngine()
    const run = (...words: string[]) => terminal(engine).run('terms', ...words)
    expect((await run('add', 'weir', '堰')).out).toContain('Rows of your own: 1; rows that come with Cairn: 2.')
    await run('add', 'Weir', '拦河堰', '堰')
    expect(engine.terms).toEqual([{ english: 'Weir', chinese: ['堰', '拦河堰'] }])
    expect((await run('list')).out).toMatch(/Weir +堰、拦河堰/u)
    expect((await run('lookup', 'the', 'pump')).out).toContain('水泵')
    expect((await run('remove', 'WEIR')).code).toBe(0)
    expect(engine.terms).toEqual([])
  })

  // Would catch a half-written list: a row that is none, or a misspelt name, changes nothing.
  test.each([
    [['add', '堰坝', '堰'], 'may not hold Chinese'],
    [['add', 'weir', 'weir'], 'holds Chinese characters'],
    [['add', 'weir'], 'Write the term'],
    [['remove', 'weir', 'pump'], 'None of your rows has: weir'],
  ])('%o is refused in words', async (words, said) => {
    const engine = new FakeEngine()
    engine.terms = [{ english: 'pump', chinese: ['水泵'] }]
    const { code, err } = await terminal(engine).run('terms', ...words)
    expect(code).toBe(2)
    expect(err).toContain(said)
    expect(engine.terms).toEqual([{ english: 'pump', chinese: ['水泵'] }])
  })
})

describe('cairn settings', () => {
  test('shows all, a group or one, and changes one', async () => {
    const engine = new FakeEngine()
    const run = (...words: string[]) => terminal(engine).run('settings', ...words)
    expect((await run()).out).toMatch(/retrieval\.graph +"auto"/u)
    expect((await run('retrieval')).out.trim().split('\n')).toHaveLength(Object.keys(engine.settings.retrieval).length)
    expect((await run('retrieval.graph', 'off')).out).toMatch(/retrieval\.graph +"off"/u)
    await run('retrieval.passages', '8')
    expect(engine.settings.retrieval).toMatchObject({ graph: 'off', passages: 8 })
  })

  // Would catch a misspelt setting that is dropped without a word, and a value that is put right behind one's back.
  test.each([
    [['retrieval.grahp', 'off'], 'There is no setting retrieval.grahp'],
    [['retrieval', '{}'], 'There is no setting retrieval'],
    [['__proto__', '1'], 'There is no setting __proto__'],
    [['retrieval.graph', 'sideways'], 'retrieval.graph cannot be sideways'],
    [['retrieval.passages', 'many'], 'retrieval.passages cannot be many: This must be a number.'],
    [['backups.keep', '0'], 'backups.keep cannot be 0: This must be 1 or more.'],
  ])('%o is refused and changes nothing', async (words, said) => {
    const engine = new FakeEngine()
    const before = engine.settings
    const { code, err } = await terminal(engine).run('settings', ...words)
    expect(code).toBe(2)
    expect(err).toContain(said)
    expect(engine.settings).toBe(before)
  })
})
