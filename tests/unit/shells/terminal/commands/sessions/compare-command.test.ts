import { describe, expect, test } from 'vitest'
import { Comparison } from '@shared/session/replay'
import { RetrievalSettings } from '@shared/settings'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { outcomeSaying } from '../../../../../fakes/fake-records'
import { terminal } from '../../terminal'

const comparison: Comparison = {
  a: {
    settings: RetrievalSettings.parse({ passages: 3 }),
    turns: 12,
    refused: 1,
    asked_back: 0,
    confidence: 0.912,
    ms: 41.4,
    sources: 2.25,
  },
  b: {
    settings: RetrievalSettings.parse({ passages: 8, cross_language: false }),
    turns: 12,
    refused: 0,
    asked_back: 2,
    confidence: null,
    ms: 55,
    sources: null,
  },
  same_answers: 11,
  differing: [
    {
      session_id: 's1',
      turn_id: 't9',
      question: 'How\ndeep?',
      a: outcomeSaying('Forty \u001b[31mcentimetres.'),
      b: outcomeSaying('', { shortcut: 'C' }),
    },
  ],
}

function engineWith(found: Comparison | null = comparison): FakeEngine {
  return Object.assign(new FakeEngine(), { comparison: found })
}

describe('compare', () => {
  test('shows both settings side by side, and the answers that differ', async () => {
    const { code, out, err } = await terminal(engineWith()).run(
      'compare',
      's1',
      '--a',
      'passages=3',
      '--b',
      'passages=8',
    )
    expect(code).toBe(0)
    // Settings that are added later make more lines, and nothing else.
    const lines = out
      .split('\n')
      .filter((line) => !/^(?:\w+_\w+|\w+s) +(?:true|false) +true$|^graph +auto +auto$/u.test(line))
    expect(lines).toEqual([
      '                           A      B',
      'passages                   3      8',
      'cross_language          true  false',
      'Turns                     12     12',
      'Refused                    1      0',
      'Asked back                 0      2',
      'Mean confidence         0.91      –',
      'Mean number of sources   2.3      –',
      'Median ms                 41     55',
      '',
      '11 of 12 answers are the same.',
      '',
      'How deep?  (s1, t9)',
      '  A: Forty [31mcentimetres.',
      '  B: (no answer)',
      '',
    ])
    expect(err).toContain('Asking under both settings 1/1')
  })

  test('passes on the settings as what they are, and each session once', async () => {
    const engine = engineWith()
    await terminal(engine).run('compare', 's1', 's1', '--a', 'passages=3', '--b', 'passages=8, cross_language=false')
    expect(engine.compared).toMatchObject([
      { ids: ['s1'], a: { passages: 3 }, b: { passages: 8, cross_language: false } },
    ])
  })

  // A comparison with how it is set now needs only one side.
  test('--all takes every session; one of the two settings is enough', async () => {
    const engine = engineWith()
    const { code, out } = await terminal(engine).run('compare', '--all', '--b', 'ask_back=false', '--json')
    expect(code).toBe(0)
    expect(engine.compared).toMatchObject([{ ids: ['s1'], b: { ask_back: false } }])
    expect(Comparison.parse(JSON.parse(out))).toEqual(comparison)
  })

  test('without any question is exit 1', async () => {
    const none = { ...comparison.a, turns: 0 }
    const nothing = await terminal(engineWith({ a: none, b: none, same_answers: 0, differing: [] })).run(
      ...['compare', 's1', '--a', 'passages=3'],
    )
    expect([nothing.code, nothing.out]).toEqual([1, ''])
    const engine = engineWith()
    engine.listSessions = () => Promise.resolve([])
    expect((await terminal(engine).run('compare', '--all', '--a', 'passages=3')).err).toContain('No sessions yet')
  })
})
