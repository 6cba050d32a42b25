import { describe, expect, test } from 'vitest'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

async function withNames(count: number) {
  const engine = new FakeEngine()
  const { nodes } = await engine.graph.picture({ limit: count })
  return { engine, names: nodes.names, run: (...words: string[]) => terminal(engine).run('graph', ...words) }
}

describe('what is decided about names', () => {
  test('is said with what takes it back, listed, and taken back', async () => {
    const { run, names } = await withNames(2)
    const [one = '', other = ''] = names
    const { code, out } = await run('merge', one, other)
    expect(code).toBe(0)
    const id = /graph undo (\S+)`/u.exec(out)?.[1] ?? ''
    expect((await run('decisions')).out).toMatch(new RegExp(`^${id} .*merged`, 'u'))
    expect((await run('undo', id)).code).toBe(0)
    expect((await run('decisions')).err).toContain('Nothing was decided')
  })

  test('renames and types', async () => {
    const { run, names } = await withNames(1)
    await run('rename', names[0] ?? '', 'Another', 'name')
    expect((await run('show', 'Another name')).out).toContain('Another name')
    await run('type', 'Another name', 'concept')
    expect((await run('decisions')).out).toContain('concept')
  })

  // Would catch a merge of one name with itself, and a name that stands for nothing.
  test('is refused where it can be nothing', async () => {
    const { run, names } = await withNames(1)
    const [one = ''] = names
    expect((await run('merge', one)).code).toBe(2)
    expect((await run('merge', one, one)).err).toContain('one already')
    expect((await run('merge', one, 'no such name at all')).code).toBe(1)
    expect((await run('type', one, 'monster')).err).toContain('concept')
    expect((await run('near', one, '--depth', '9')).code).toBe(2)
    expect((await run('decisions')).err).toContain('Nothing was decided')
  })
})

describe('what is around a name', () => {
  test('is listed by steps', async () => {
    const { run, names } = await withNames(1)
    const [one = ''] = names
    const listed = async (...more: string[]) => (await run('near', one, ...more)).out.trim().split('\n')
    const near = await listed()
    const further = await listed('--depth', '3')
    expect(near[0]).toMatch(/^\S.* \(\d+\)$/u)
    expect(further.length).toBeGreaterThan(near.length)
    expect(further.join('\n')).not.toContain(`${one} (`)
  })

  test('a theme is shown with its names', async () => {
    const { run, engine } = await withNames(1)
    const [theme] = await engine.graph.communities()
    const { out } = await run('theme', theme?.id ?? '')
    expect(out).toContain(theme?.title ?? '')
    expect(out).toContain('\n- ')
  })
})
