import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contextNames, type DictionaryName } from '@engine/session/round-context/context-schemas'
import { RoundContext } from '@engine/session/round-context/round-context'

const logger = { write: () => undefined }
const cost = (tokens: number, ms: number) => ({ tokens, ms })

/** A name or value that its type does not allow, as it comes from a file or a model. */
const wrong = (value: unknown): never => value as never

const small = fc.nat(1000)
const json = fc.jsonValue({ stringUnit: 'binary' })
const costs = fc.record({ tokens: small, ms: small })
const rounds = fc.integer({ min: -3, max: 12 })
const logs = fc
  .tuple(fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '1')), json), rounds, rounds)
  .map(([data, Round, SubtaskIndex]) => ({ ...data, Round, SubtaskIndex }))

const step = fc.oneof(
  small.map((value) => (context: RoundContext) => context.set('CURRENT_ROUND_STEP', value)),
  rounds.map((value) => (context: RoundContext) => context.set('CURRENT_ROUND_ID', value)),
  costs.map((value) => (context: RoundContext) => (context.currentRoundCost = value)),
  small.map((value) => (context: RoundContext) => (context.currentRoundSubtaskAmount = value)),
  small.map((value) => (context: RoundContext) => context.set('SESSION_STEP', context.get('SESSION_STEP') + value)),
  costs.map((value) => (context: RoundContext) => {
    const { tokens, ms } = context.get('SESSION_COST')
    context.set('SESSION_COST', cost(tokens + value.tokens, ms + value.ms))
  }),
  fc.tuple(rounds, small).map(([round, value]) => (context: RoundContext) => {
    context.update('ROUND_STEP', new Map([[round, value]]))
  }),
  fc.tuple(rounds, costs).map(([round, value]) => (context: RoundContext) => {
    context.set('ROUND_COST', new Map([[round, value]]))
  }),
  logs.map((data) => (context: RoundContext) => context.addToStructuralLogs(data)),
  fc.string({ unit: 'binary' }).map((text) => (context: RoundContext) => context.set('REQUEST', text)),
  fc.array(fc.string()).map((all) => (context: RoundContext) => context.set('PREVIOUS_SUBTASKS', all)),
  json.map((value) => (context: RoundContext) => context.set('APPLICATION_WINDOW', value as null)),
)
const contexts = fc.array(step, { maxLength: 25 }).map((steps) => {
  const context = new RoundContext()
  for (const run of steps) run(context)
  return context
})

describe('RoundContext', () => {
  it('has the 24 names of the source, all of them readable from the start', () => {
    expect(new Set(contextNames).size).toBe(24)
    const context = new RoundContext()
    for (const name of contextNames) expect(context.get(name)).toBeDefined()
  })

  it('names the key that it does not have, also one that every object has', () => {
    const context = new RoundContext()
    for (const name of ['REQUESTS', 'constructor', '__proto__', 'request']) {
      expect(() => context.get(wrong(name))).toThrow(`no key "${name}"`)
      expect(() => context.set(wrong(name), wrong(1))).toThrow(`no key "${name}"`)
      expect(() => context.update(wrong(name), wrong({}))).toThrow(`no key "${name}"`)
      expect(() => RoundContext.fromJson(`{"${name}": 1}`)).toThrow(`no key "${name}"`)
    }
  })

  it.each([
    ['ROUND_STEP', new Map([[1, 'two']]), 'ROUND_STEP cannot hold this value: 1: '],
    ['ROUND_STEP', { '01': 1 }, 'ROUND_STEP cannot hold'],
    ['ROUND_STEP', { '1.5': 1 }, 'ROUND_STEP cannot hold'],
    ['ROUND_STEP', { '-0': 1 }, 'ROUND_STEP cannot hold'],
    ['ROUND_STEP', JSON.parse('{"__proto__": 1}'), 'ROUND_STEP cannot hold'],
    [
      'ROUND_STEP',
      new Map<unknown, number>([
        [1, 1],
        ['1', 2],
      ]),
      'ROUND_STEP cannot hold',
    ],
    ['ROUND_STEP', new Date(0), 'ROUND_STEP cannot hold'],
    ['ROUND_COST', { 1: { tokens: 1, ms: 0.5 } }, '1: ms: '],
    ['CURRENT_ROUND_COST', { tokens: 1, ms: 1, usd: 1 }, 'CURRENT_ROUND_COST cannot hold'],
    ['CURRENT_ROUND_STEP', -1, 'CURRENT_ROUND_STEP cannot hold'],
    ['CURRENT_ROUND_ID', '1', 'CURRENT_ROUND_ID cannot hold'],
    ['REQUEST', null, 'REQUEST cannot hold'],
    ['LOGGER', { write: 'text' }, 'LOGGER cannot hold this value: Not a logger.'],
    ['APPLICATION_WINDOW', { at: new Date(0) }, 'at: an object of a class has no form in JSON'],
    ['APPLICATION_WINDOW', [1, undefined], '[1]: undefined has no form in JSON'],
    ['APPLICATION_WINDOW', NaN, 'has no form in JSON'],
    ['STRUCTURAL_LOGS', { 1: { 0: [{ Round: 2, SubtaskIndex: 0 }] } }, 'Belongs to another round'],
  ] as const)('refuses a wrong %s and stays as it was', (name, value, problem) => {
    const context = new RoundContext()
    context.set('ROUND_STEP', new Map([[0, 4]]))
    const before = context.toJson()
    expect(() => context.set(name, wrong(value))).toThrow(problem)
    expect(context.toJson()).toEqual(before)
  })

  it('refuses a value that holds itself instead of running out of stack', () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    expect(() => new RoundContext().set('APPLICATION_WINDOW', wrong(loop))).toThrow('nests deeper than')
  })

  it('hands out and takes in copies', () => {
    const context = new RoundContext()
    const given = ['a']
    context.set('HOST_MESSAGE', given)
    given.push('b')
    context.get('HOST_MESSAGE').push('c')
    context.get('ROUND_STEP').set(0, 9)
    const { values } = context.toDict()
    values.HOST_MESSAGE = ['d']
    expect(context.get('HOST_MESSAGE')).toEqual(['a'])
    expect(context.get('SESSION_STEP')).toBe(0)
  })

  it('keeps current, round and session values in agreement after any steps', () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const round = context.get('CURRENT_ROUND_ID')
        const [steps, spent] = [context.get('ROUND_STEP'), [...context.get('ROUND_COST').values()]]
        expect(context.currentRoundStep).toBe(steps.get(round) ?? 0)
        expect(context.currentRoundCost).toEqual(context.get('ROUND_COST').get(round) ?? cost(0, 0))
        expect(context.currentRoundSubtaskAmount).toBe(context.get('ROUND_SUBTASK_AMOUNT').get(round) ?? 0)
        expect(context.get('SESSION_STEP')).toBe([...steps.values()].reduce((sum, value) => sum + value, 0))
        expect(context.get('SESSION_COST')).toEqual(
          cost(
            spent.reduce((sum, { tokens }) => sum + tokens, 0),
            spent.reduce((sum, { ms }) => sum + ms, 0),
          ),
        )
      }),
    )
  })

  it('writes current and session values into the current round', () => {
    const context = new RoundContext()
    context.currentRoundStep = 3
    context.set('CURRENT_ROUND_ID', 1)
    expect(context.currentRoundStep).toBe(0)
    context.set('SESSION_STEP', 5)
    context.currentRoundCost = cost(10, 20)
    expect(context.get('ROUND_STEP')).toEqual(
      new Map([
        [0, 3],
        [1, 2],
      ]),
    )
    expect(context.get('SESSION_COST')).toEqual(cost(10, 20))
    expect(() => context.set('SESSION_STEP', 2)).toThrow('the other rounds have 3')
    expect(() => context.update('ROUND_STEP', new Map([[5, Number.MAX_SAFE_INTEGER]]))).toThrow('too much')
    expect(context.get('SESSION_STEP')).toBe(5)
  })

  it('updates dictionaries only, and leaves the other rounds alone', () => {
    const context = new RoundContext()
    context.update(
      'ROUND_STEP',
      new Map([
        [0, 1],
        [1, 1],
      ]),
    )
    context.update('ROUND_STEP', wrong({ 1: 7 }))
    expect(context.get('ROUND_STEP')).toEqual(
      new Map([
        [0, 1],
        [1, 7],
      ]),
    )
    for (const name of ['REQUEST', 'SESSION_COST', 'HOST_MESSAGE'] as const) {
      expect(() => context.update(name as DictionaryName, wrong({ a: 1 }))).toThrow(`${name} is no dictionary`)
    }
    expect(() => context.update('ROUND_STEP', wrong([1]))).toThrow('ROUND_STEP cannot hold')
  })
})

describe('structural logs', () => {
  const context = () => {
    const made = new RoundContext()
    made.addToStructuralLogs({ Round: 0, SubtaskIndex: 1, Step: 1, found: { ids: ['a'] } })
    made.addToStructuralLogs({ Round: 0, SubtaskIndex: 1, Step: 2, found: null })
    made.addToStructuralLogs({ Round: 0, SubtaskIndex: 0, Step: 9 })
    return made
  }

  it('are filtered by round, subtask and one key or several', () => {
    expect(context().filterStructuralLogs(0, 1, 'Step')).toEqual([1, 2])
    expect(context().filterStructuralLogs(0, 1, ['found', 'Step'])).toEqual([
      { found: { ids: ['a'] }, Step: 1 },
      { found: null, Step: 2 },
    ])
  })

  it('are none, and not created, for a round or subtask without any', () => {
    const made = context()
    expect(made.filterStructuralLogs(4, 0, 'Step')).toEqual([])
    expect(made.filterStructuralLogs(0, 4, ['Step'])).toEqual([])
    expect(made.toJson()).toEqual(context().toJson())
  })

  it('name the key that a log lacks, also one that every object has', () => {
    expect(() => context().filterStructuralLogs(0, 0, 'found')).toThrow('Log 0 of round 0, subtask 0 has no "found"')
    expect(() => context().filterStructuralLogs(0, 0, ['toString'])).toThrow('has no "toString"')
  })

  it.each([{}, { Round: 1 }, { SubtaskIndex: 1 }, { Round: '1', SubtaskIndex: 0 }, { Round: 1, SubtaskIndex: 0.5 }])(
    'refuse %j, which belongs nowhere',
    (data) => {
      const made = new RoundContext()
      expect(() => made.addToStructuralLogs(data)).toThrow(/This cannot be logged: (Round|SubtaskIndex): /u)
      expect(made.get('STRUCTURAL_LOGS').size).toBe(0)
    },
  )

  it('share nothing with what was logged or filtered', () => {
    const made = new RoundContext()
    const data = { Round: 0, SubtaskIndex: 0, found: ['a'] }
    made.addToStructuralLogs(data)
    data.found.push('b')
    const [filtered] = made.filterStructuralLogs(0, 0, 'found')
    if (Array.isArray(filtered)) filtered.push('c')
    expect(made.filterStructuralLogs(0, 0, 'found')).toEqual([['a']])
  })
})

describe('a stored round context', () => {
  it('comes back the same from JSON, integer keys included', () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const { json: text, dropped } = context.toJson()
        const again = RoundContext.fromJson(text)
        expect(dropped).toEqual([])
        for (const name of contextNames) expect(again.get(name)).toEqual(context.get(name))
        expect(again.toJson().json).toBe(text)
        expect([...again.get('STRUCTURAL_LOGS').keys()].every((key) => typeof key === 'number')).toBe(true)
      }),
    )
  })

  it('keeps keys that mean something to JavaScript', () => {
    const context = new RoundContext()
    const data: unknown = JSON.parse('{"Round":0,"SubtaskIndex":0,"__proto__":{"polluted":1},"constructor":2}')
    context.addToStructuralLogs(data as Record<string, unknown>)
    const again = RoundContext.fromJson(context.toJson().json)
    expect(again.filterStructuralLogs(0, 0, '__proto__')).toEqual([{ polluted: 1 }])
    expect(JSON.stringify(again.filterStructuralLogs(0, 0, ['__proto__']))).toBe('[{"__proto__":{"polluted":1}}]')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('says which loggers were left out, and of nothing else', () => {
    const context = new RoundContext()
    context.set('LOGGER', logger)
    context.set('APPLICATION_WINDOW', { write: 'a window may have such a field' })
    expect(context.get('LOGGER')).toBe(logger)
    const live = context.toDict()
    expect(live.dropped).toEqual([])
    expect(live.values.LOGGER).toBe(logger)
    expect(RoundContext.fromDict(live.values).get('LOGGER')).toBe(logger)
    const stored = context.toDict({ ensureSerializable: true })
    expect(stored.dropped).toEqual(['LOGGER'])
    expect(stored.values).toMatchObject({
      LOGGER: null,
      REQUEST_LOGGER: null,
      APPLICATION_WINDOW: { write: expect.any(String) as string },
    })
    expect(Object.keys(stored.values)).toEqual([...contextNames])
  })

  it('may be given in part, but not contradict itself', () => {
    const context = RoundContext.fromDict({ CURRENT_ROUND_ID: 2, CURRENT_ROUND_STEP: 4, SESSION_COST: cost(1, 2) })
    expect(context.get('ROUND_STEP')).toEqual(new Map([[2, 4]]))
    expect(context.get('ROUND_COST')).toEqual(new Map([[2, cost(1, 2)]]))
    expect(() => RoundContext.fromDict({ ROUND_STEP: { 0: 3 }, CURRENT_ROUND_STEP: 4 })).toThrow(
      'CURRENT_ROUND_STEP does not agree with ROUND_STEP',
    )
    expect(() => RoundContext.fromDict({ CURRENT_ROUND_STEP: 2, SESSION_STEP: 5 })).toThrow(
      'CURRENT_ROUND_STEP does not',
    )
  })

  it.each(['', '{', '[]', 'null', '3'])('is refused where it is %j', (text) => {
    expect(() => RoundContext.fromJson(text)).toThrow(/round context is (no JSON|an object)/iu)
  })
})
