import { describe, expect, test } from 'vitest'
import { Attribution, Verdict } from '@shared/session/replay'
import { BlockReason } from '@shared/session/session-context'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { turnNamed } from '../../../../../fakes/fake-records'
import { terminal } from '../../terminal'

const place = (fields: Partial<Attribution['evidence'][number]>): Attribution['evidence'][number] => ({
  document_title: 'Weir log',
  passage: null,
  evidence_id: 'e1',
  block_id: 'b1',
  left_out_by: null,
  rank: 1,
  text: 'The weir is forty centimetres deep.',
  ...fields,
})

function engineWith(attribution: FakeEngine['attribution']): FakeEngine {
  return Object.assign(new FakeEngine(), { attribution, turnViews: [turnNamed('t1'), turnNamed('t2')] })
}

describe('explain', () => {
  test('says the verdict, and of each place what became of it', async () => {
    const evidence = [
      place({}),
      place({ left_out_by: 'over_budget', rank: 4, text: `${'Before. '.repeat(10)}Some FORTY\nof \u001b[31mthem.` }),
      place({ evidence_id: null, block_id: null, rank: null, document_title: 'Other\u001b[2J' }),
    ]
    const { code, out } = await terminal(engineWith({ verdict: 'unused', evidence })).run(
      ...['explain', 's1', '--turn', 't1', '--expect', 'forty'],
    )
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      'It was in the prompt, but the answer does not have these words.',
      '1. Weir log · rank 1 · in the prompt',
      '    The weir is forty centimetres deep.',
      '2. Weir log · rank 4 · left out: no room for all of it in the token budget',
      '    …efore. Before. Some FORTY of [31mthem.',
      '3. Other[2J · not found by search',
      '    The weir is forty centimetres deep.',
      '',
    ])
  })

  // Would catch an answer of a tool that is explained as if documents had been searched.
  test('says what a tool answered, from which rows, or why it did not', async () => {
    const row = { cells: ['sand', '3 t'], document_title: 'stock.csv', place: 'B2:C2' }
    const sum = { cells: ['all', '9 t'], document_title: null, place: null }
    const table = {
      title: 'Tables',
      server: null,
      text: '9 t in all.',
      failed: false,
      rows: [row, sum],
      rows_in_all: 2,
    }
    const failed = { title: 'Echo', server: 'e', text: 'It is off.', failed: true, rows: [], rows_in_all: 0 }
    const tools = [
      { ...table, documents: ['stock.csv'] },
      { ...failed, documents: [] },
    ]
    const engine = engineWith({ verdict: 'tool_answered', evidence: [], tools })
    const { out } = await terminal(engine).run('explain', 's1', '--expect', 'forty')
    expect(out.split('\n').slice(1)).toEqual([
      'the tool Tables said: 9 t in all.',
      '    sand | 3 t (stock.csv, B2:C2)',
      '    all | 9 t (worked out of several rows)',
      'the tool Echo gave no answer: It is off.',
      '',
    ])
  })

  test('takes the turn asked last; --json prints the whole of it', async () => {
    const { out } = await terminal(engineWith({ verdict: 'trimmed', evidence: [] })).run(
      ...['explain', 's1', '--expect', ' forty ', '--json'],
    )
    expect(Attribution.parse(JSON.parse(out))).toMatchObject({ turn_id: 't2', expected: 'forty', verdict: 'trimmed' })
  })

  test('a session without answers is exit 1', async () => {
    const { code, err } = await terminal().run('explain', 's1', '--expect', 'forty')
    expect([code, err]).toEqual([1, 'Nothing has been answered in this session yet.\n'])
  })

  test.each(Verdict.options)('says %s in both languages', async (verdict) => {
    const engine = engineWith({ verdict, evidence: [] })
    expect((await terminal(engine).run('explain', 's1', '--expect', 'x')).out).toMatch(/^[A-Z][\w ,]+\.\n$/u)
    expect((await terminal(engine).run('explain', 's1', '--expect', 'x', '--lang', 'zh')).out).toMatch(
      /^.*\p{Script=Han}。\n$/u,
    )
  })

  // Would catch a block reason that was added without a word for it. A processor may do without.
  test.each([...BlockReason.options, 'relevance_floor', 'cut'])('knows what %s left out', async (by) => {
    const engine = engineWith({ verdict: 'trimmed', evidence: [place({ left_out_by: by })] })
    const { out } = await terminal(engine).run('explain', 's1', '--expect', 'x')
    expect(out).not.toContain('left out by the step')
  })

  test('names a step it does not know', async () => {
    const engine = engineWith({ verdict: 'trimmed', evidence: [place({ left_out_by: 'constructor' })] })
    expect((await terminal(engine).run('explain', 's1', '--expect', 'x')).out).toContain('by the step "constructor"')
  })
})
