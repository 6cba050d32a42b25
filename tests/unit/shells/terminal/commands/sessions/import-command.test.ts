import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { ImportedSession } from '@shared/session/turn-context'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

const one = (fields: Partial<ImportedSession>): ImportedSession => ({
  id: 's1',
  title: 'Weir',
  outcome: 'added',
  turns: 2,
  messages: 4,
  evidences: 5,
  conflicts: [],
  ...fields,
})

function engineWith(imports: FakeEngine['imports']): FakeEngine {
  return Object.assign(new FakeEngine(), { imports })
}

describe('import', () => {
  test('says what became of each session, in either language', async () => {
    const sessions = [
      one({}),
      one({ id: 's2', outcome: 'merged', conflicts: ['t1', 't2'] }),
      one({ id: 's3', title: 'A \u001b[31mtitle', outcome: 'unchanged' }),
    ]
    const parts = [
      { kind: 'research', id: 'r_1', title: 'Huts', outcome: 'added' },
      { kind: 'notebook', id: 'n_1', title: 'Notes', outcome: 'unchanged' },
    ] as const
    const engine = engineWith({ '/work-of-user/a.cairn.zip': { sessions, parts: [...parts] } })
    const { code, out } = await terminal(engine).run('import', 'a.cairn.zip')
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      'added      Weir (s1) · turns: 2',
      'merged     Weir (s2) · new turns: 2, new passages: 5',
      '  Different here, and left as they were; turns: t1, t2',
      'unchanged  A [31mtitle (s3)',
      'added      research: Huts (r_1)',
      'unchanged  notebook: Notes (n_1)',
      '',
    ])
    const chinese = (await terminal(engine).run('import', 'a.cairn.zip', '--lang', 'zh')).out
    expect(chinese).toContain('已添加  Weir（s1）')
    expect(chinese).toContain('已保留原有内容的轮次：t1, t2')
  })

  // Would catch one damaged file that keeps the others out, or hides behind their success.
  test('a refused file is exit 1 with the reason; the others are imported all the same', async () => {
    const refused = new CairnError('INVALID_INPUT', 'Its checksum is wrong.', 'Export it again.')
    const engine = engineWith({ '/bad.zip': refused, '/good.json': { sessions: [one({})], parts: [] } })
    const { code, out, err } = await terminal(engine).run('import', '/bad.zip', '/good.json')
    expect(code).toBe(1)
    expect(engine.imported).toEqual(['/bad.zip', '/good.json'])
    expect(out).toBe('added      Weir (s1) · turns: 2\n')
    expect(err).toBe('✗ /bad.zip: Its checksum is wrong. Export it again.\n')

    const json = await terminal(engine).run('import', '/bad.zip', '/good.json', '--json')
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out)).toEqual([
      { file: '/bad.zip', error: refused.report() },
      { file: '/good.json', sessions: [one({})], parts: [] },
    ])
  })

  test('a file without sessions is said to be so', async () => {
    const { code, out, err } = await terminal().run('import', '/empty.zip')
    expect([code, out, err]).toEqual([0, '', '/empty.zip holds nothing to import.\n'])
  })
})
