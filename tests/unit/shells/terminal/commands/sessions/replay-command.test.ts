import { describe, expect, test } from 'vitest'
import { ReplayCaveat, TurnReplay } from '@shared/session/replay'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { outcomeSaying, replayOf } from '../../../../../fakes/fake-records'
import { terminal } from '../../terminal'

function engineWith(...replays: TurnReplay[]): FakeEngine {
  return Object.assign(new FakeEngine(), { replays })
}

const differing = replayOf('t2', {
  question: 'How \u001b[31mdeep?',
  mode: 'search',
  same_answer: false,
  same_evidence: false,
  recorded: outcomeSaying('Kept. Old.', {
    evidence: [{ evidence_id: 'e1', document_title: 'Log', place: 'd1:0-9', text: 'x' }],
  }),
  replayed: outcomeSaying('Kept. New.', {
    evidence: [{ evidence_id: 'e1', document_title: 'Log', place: 'd1:5-9', text: 'x' }],
  }),
  diff: [
    { kind: 'same', text: 'Kept. ' },
    { kind: 'removed', text: 'Old.' },
    { kind: 'added', text: 'New.' },
  ],
  caveats: ['no_basis'],
})

describe('replay', () => {
  test('is exit 0 where all turns came out the same', async () => {
    const engine = engineWith(replayOf('t1'), replayOf('t2', { question: 'Why?' }))
    const { code, out } = await terminal(engine).run('replay', 's1')
    expect(code).toBe(0)
    expect(out).toBe(
      '✓ t1  same answer · same evidence  q\n✓ t2  same answer · same evidence  Why?\n2 of 2: same answer and same evidence.\n',
    )
    expect(engine.replayed).toEqual([{ id: 's1', turnId: undefined, mode: 'record' }])
  })

  test('shows what differs, and is exit 1', async () => {
    const { code, out } = await terminal(engineWith(replayOf('t1'), differing)).run('replay', 's1')
    expect(code).toBe(1)
    expect(out.split('\n').slice(1)).toEqual([
      '✗ t2  answer differs · evidence differs · asked the library again  How [31mdeep?',
      '    ~ the record does not hold what the answer was composed from',
      '    - Old.',
      '    + New.',
      '    - [Log] d1:0-9',
      '    + [Log] d1:5-9',
      '1 of 2: same answer and same evidence.',
      '',
    ])
  })

  // The same words resting on another passage are no reproduction.
  test('other evidence for the same answer is a difference', async () => {
    const engine = engineWith(replayOf('t1', { same_evidence: false }))
    expect((await terminal(engine).run('replay', 's1')).code).toBe(1)
  })

  test('--json prints one turn a line; --turn and --search reach the engine', async () => {
    const engine = engineWith(replayOf('t1'), differing)
    const { code, out } = await terminal(engine).run('replay', 's1', '--turn', 't2', '--search', '--json')
    expect(code).toBe(1)
    expect(out.trimEnd().split('\n')).toHaveLength(1)
    expect(TurnReplay.parse(JSON.parse(out))).toEqual(differing)
    expect(engine.replayed).toEqual([{ id: 's1', turnId: 't2', mode: 'search' }])
  })

  test('of nothing has shown nothing', async () => {
    const { code, out, err } = await terminal().run('replay', 's1')
    expect([code, out, err]).toEqual([1, '', 'Nothing has been answered in this session yet.\n'])
    expect((await terminal().run('replay', 'gone')).code).toBe(1)
  })

  test.each(ReplayCaveat.options)('says %s in both languages', async (caveat) => {
    const engine = engineWith(replayOf('t1', { caveats: [caveat] }))
    const english = (await terminal(engine).run('replay', 's1')).out.split('\n')[1]
    const chinese = (await terminal(engine).run('replay', 's1', '--lang', 'zh')).out.split('\n')[1]
    expect(english).toMatch(/^ {4}~ [A-Za-z ]+$/u)
    expect(chinese).toMatch(/^ {4}~ .*\p{Script=Han}/u)
  })
})
