import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EntityType, RelationKind } from '@shared/graph'
import type { DocumentFacts } from '@engine/graph/share/graph-share'
import { mergeFacts } from '@engine/graph/model-extraction/answers/merge-facts'

const [uses, related] = [RelationKind.options.indexOf('uses'), RelationKind.options.indexOf('related_to')]
const none: DocumentFacts = { names: [], mentions: [], relations: [], definitions: [] }

/** Facts whose rows refer to names there are, each name with its type once. */
const facts: fc.Arbitrary<DocumentFacts> = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom('Anna', 'Bert', '水泵', 'IT'),
      type: fc.constantFrom<(EntityType | undefined)[]>('tool', 'person', undefined),
    }),
    { minLength: 1, maxLength: 6, selector: ({ name, type }) => `${name} ${type ?? ''}` },
  )
  .chain((names) => {
    const name = fc.nat(names.length - 1)
    return fc.record({
      names: fc.constant(names.map(({ name: written, type }) => (type ? { name: written, type } : { name: written }))),
      mentions: fc.array(fc.tuple(name, fc.nat(2), fc.nat(3), fc.nat(9)), { maxLength: 8 }),
      relations: fc.array(fc.tuple(name, fc.constantFrom(uses, related), name, fc.nat(2), fc.nat(3), fc.nat(9)), {
        maxLength: 8,
      }),
      definitions: fc.array(fc.tuple(name, name), { maxLength: 2 }),
    })
  })

describe('the facts of rules and of a model together', () => {
  test('keep what names of the rules are worth in its place', () => {
    const rules = { ...none, names: [{ name: 'Cairn' }, { name: '6Prot' }], worth: [0.9, 0.1] }
    const merged = mergeFacts(rules, { ...none, names: [{ name: 'LanceDB' }, { name: '6Prot' }] })
    expect(merged.names.map(({ name }) => name)).toEqual(['Cairn', '6Prot', 'LanceDB'])
    expect(merged.worth).toEqual([0.9, 0.1])
  })

  test('the type of rules wins, and one that they did not know is filled in', () => {
    const rules = { ...none, names: [{ name: 'Cairn', type: 'tool' as const }, { name: 'LanceDB' }] }
    const model = {
      ...none,
      names: [
        { name: 'LanceDB', type: 'storage' as const },
        { name: 'Cairn', type: 'model' as const },
        { name: 'Piscina', type: 'framework' as const },
      ],
      mentions: [
        [1, 0, 0, 5],
        [2, 0, 20, 27],
      ] as const,
    }
    const merged = mergeFacts(rules, model)
    expect(merged.names).toEqual([
      { name: 'Cairn', type: 'tool' },
      { name: 'LanceDB', type: 'storage' },
      { name: 'Piscina', type: 'framework' },
    ])
    expect(merged.mentions).toEqual([
      [0, 0, 0, 5],
      [2, 0, 20, 27],
    ])
  })

  test('what rules stated in a passage is not stated again, in another passage it is', () => {
    const names = [{ name: 'Cairn' }, { name: 'LanceDB' }]
    const rules: DocumentFacts = { ...none, names, relations: [[0, uses, 1, 0, 10, 30]] }
    const model: DocumentFacts = {
      ...none,
      names: names.toReversed(),
      relations: [
        [1, uses, 0, 0, 5, 40],
        [1, uses, 0, 3, 0, 9],
        [1, uses, 0, 3, 50, 60],
        [1, related, 0, 0, 5, 40],
      ],
    }
    expect(mergeFacts(rules, model).relations).toEqual([
      [0, uses, 1, 0, 10, 30],
      [0, uses, 1, 3, 0, 9],
      [0, related, 1, 0, 5, 40],
    ])
  })

  test('mentions are in reading order, each once', () => {
    const names = [{ name: 'Anna' }, { name: 'Bert' }]
    const rules: DocumentFacts = {
      ...none,
      names,
      mentions: [
        [0, 0, 5, 9],
        [0, 1, 0, 4],
      ],
    }
    const model: DocumentFacts = {
      ...none,
      names,
      mentions: [
        [1, 0, 0, 4],
        [0, 0, 5, 9],
        [1, 1, 8, 12],
      ],
    }
    expect(mergeFacts(rules, model).mentions).toEqual([
      [1, 0, 0, 4],
      [0, 0, 5, 9],
      [0, 1, 0, 4],
      [1, 1, 8, 12],
    ])
  })

  test('a model’s facts put in twice change nothing, and names of rules keep their places', () => {
    fc.assert(
      fc.property(facts, facts, (rules, model) => {
        const once = mergeFacts(rules, model)
        expect(mergeFacts(once, model)).toEqual(once)
        expect(once.names.slice(0, rules.names.length).map(({ name }) => name)).toEqual(
          rules.names.map(({ name }) => name),
        )
        expect(once.relations.slice(0, rules.relations.length)).toEqual(rules.relations)
        expect(once.definitions).toBe(rules.definitions)
        for (const [source, , target] of once.relations.slice(rules.relations.length)) expect(source).not.toBe(target)
        const places = once.mentions.map(([name, passage, start, end]) => [passage, start, end, name].join(' '))
        expect(new Set(places).size).toBe(places.length)
      }),
    )
  })

  test('without a model’s facts nothing is other than before', () => {
    const rules: DocumentFacts = {
      names: [{ name: 'Anna' }, { name: 'Bert', type: 'person' }],
      mentions: [[1, 0, 0, 4]],
      relations: [
        [0, uses, 1, 0, 0, 9],
        [0, uses, 1, 0, 20, 30],
      ],
      definitions: [[0, 1]],
    }
    expect(mergeFacts(rules, none)).toEqual(rules)
  })
})
