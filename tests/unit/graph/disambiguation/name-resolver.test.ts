import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Mention } from '@engine/graph/share/graph-share'
import type { MergeLogEntry } from '@engine/graph/disambiguation/merge-log'
import { type Definition, NameResolver } from '@engine/graph/disambiguation/name-resolver'
import { profileOf } from '@engine/graph/disambiguation/names/name-profile'
import { translationsFrom } from '@engine/graph/disambiguation/translations'
import { vetoOf } from '@engine/graph/disambiguation/vetoes'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import type { Embedder } from '@engine/ports/models/embedder'

const translationsOf = translationsFrom([
  ['machine learning', '机器学习'],
  ['Apple', '苹果'],
])
const embedder = createHashedNgramEmbedder()
const at = '2025-11-22T00:00:00Z'

/** Names that all touch each other: variants, ambiguous short forms, vetoed neighbours. */
const pool: Mention[] = [
  ...['Obama', 'Barack Obama', 'Barack Hussein Obama', 'Michelle Obama', 'President Obama', 'B. Obama'].map(
    (name): Mention => ({ name, type: 'person' }),
  ),
  ...['J. Smith', 'John Smith', 'Jane Smith', 'Smith', 'John Q. Smith'].map((name): Mention => ({
    name,
    type: 'person',
  })),
  ...['Apple', 'apple', 'Apple Inc.', 'APPLE', '苹果公司', '苹果', 'Apple Music'].map((name): Mention => ({ name })),
  { name: 'Apple', type: 'organisation' },
  { name: 'Apple', type: 'concept' },
  ...['Stage 1', 'stage one', 'Stage 2', '第一阶段', 'Stage'].map((name): Mention => ({ name })),
  ...['WHO', 'World Health Organization', 'World Heritage Organization', 'The Who', 'World Health Organisation'].map(
    (name): Mention => ({ name }),
  ),
  ...['机器学习', '機器學習', 'machine learning', 'ML', 'Great Wall', 'Great Wall of China'].map((name): Mention => ({
    name,
  })),
]

async function resolved(mentions: readonly Mention[], log: MergeLogEntry[] = [], definitions: Definition[] = []) {
  const resolver = new NameResolver(embedder, translationsOf)
  await resolver.setLog(log)
  await resolver.add(mentions)
  return resolver.resolve(definitions)
}

function groups({ entities }: Awaited<ReturnType<typeof resolved>>): string[][] {
  return entities.map(({ mentions }) => mentions.map(({ name }) => name))
}

const together = (all: string[][], a: string, b: string) => all.some((names) => names.includes(a) && names.includes(b))
const named = (...names: string[]): Mention[] => names.map((name) => ({ name }))

describe('the order in which names arrive', () => {
  // Would catch first come, first served: the graph of a library would depend on which file was read first.
  test('changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(pool, { minLength: 2 }), async (mentions) => {
        const sorted = mentions.toSorted((x, y) => pool.indexOf(x) - pool.indexOf(y))
        expect(await resolved(mentions)).toEqual(await resolved(sorted))
      }),
      { numRuns: 150, seed: 7 },
    )
  })

  // Would catch links left behind by a deleted document, or names that only a rebuild would join.
  test('nor does what was there in between: incremental equals rebuilt', async () => {
    const step = fc.record({ mention: fc.constantFrom(...pool), remove: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const resolver = new NameResolver(embedder, translationsOf)
        const left: Mention[] = []
        for (const { mention, remove } of steps) {
          if (remove) {
            resolver.remove([mention])
            if (left.includes(mention)) left.splice(left.indexOf(mention), 1)
          } else {
            await resolver.add([mention])
            left.push(mention)
          }
        }
        expect(resolver.resolve()).toEqual(await resolved(left))
      }),
      { numRuns: 100, seed: 11 },
    )
  })

  // Would catch a chain of good links that ends in one entity for two things.
  test('no entity holds a vetoed pair', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(pool, { minLength: 2 }), async (mentions) => {
        for (const entity of (await resolved(mentions)).entities) {
          const profiles = entity.mentions.map(profileOf)
          for (const a of profiles) for (const b of profiles) expect(vetoOf(a, b)).toBeUndefined()
        }
      }),
      { numRuns: 100, seed: 3 },
    )
  })
})

describe('names that may stand for several things', () => {
  const people = (...names: string[]) => names.map((name): Mention => ({ name, type: 'person' }))

  test('are joined where there is one, and left alone where there are two', async () => {
    const one = groups(await resolved(people('Obama', 'Barack Obama', 'Barack Hussein Obama')))
    expect(one).toHaveLength(1)
    const two = groups(await resolved(people('Obama', 'Barack Obama', 'Michelle Obama')))
    expect(two).toHaveLength(3)
    const acronym = groups(await resolved(named('WHO', 'World Health Organization', 'World Heritage Organization')))
    expect(acronym).toHaveLength(3)
  })

  test('follow a definition of the text where rules alone cannot tell', async () => {
    const definition: Definition = [{ name: 'WHO' }, { name: 'World Health Organization' }]
    const mentions = named('WHO', 'World Health Organization', 'World Heritage Organization')
    const all = groups(await resolved(mentions, [], [definition]))
    expect(together(all, 'WHO', 'World Health Organization')).toBe(true)
    expect(together(all, 'WHO', 'World Heritage Organization')).toBe(false)
  })

  test('a name of unknown type joins no type where there are two', async () => {
    const all = await resolved([
      { name: 'Jordan' },
      { name: 'Jordan', type: 'person' },
      { name: 'Jordan', type: 'place' },
    ])
    expect(all.entities).toHaveLength(3)
  })
})

describe('the embedder', () => {
  const fixed = (similarity: number, failing = { now: false }): Embedder => ({
    id: 'fixed',
    dimensions: 2,
    embedPassages: (texts) =>
      failing.now
        ? Promise.reject(new Error('down'))
        : Promise.resolve(
            texts.map((_, at) => Float32Array.from(at === 0 ? [1, 0] : [similarity, Math.sqrt(1 - similarity ** 2)])),
          ),
    embedQuery: () => Promise.resolve(Float32Array.from([1, 0])),
  })
  const walls = named('Great Wall', 'Great Wall of China')
  const count = async (using: Embedder | undefined, mentions = walls) => {
    const resolver = new NameResolver(using, translationsOf)
    await resolver.add(mentions)
    return resolver.resolve().entities.length
  }

  test('decides what rules leave open, at 0.75', async () => {
    expect(await count(fixed(0.76))).toBe(1)
    expect(await count(fixed(0.74))).toBe(2)
    expect(await count(undefined)).toBe(2)
  })

  test('cannot lift a veto, nor join what has nothing in common', async () => {
    expect(await count(fixed(1), named('Stage 1', 'Stage 2'))).toBe(2)
    expect(await count(fixed(1), named('Python', 'Java'))).toBe(2)
  })

  // Would catch a pair that is lost, or a name that is, because the embedder was down once.
  test('is asked again after it failed; the names are in meanwhile', async () => {
    const failing = { now: true }
    const resolver = new NameResolver(fixed(0.9, failing), translationsOf)
    await expect(resolver.add(walls)).rejects.toThrow('down')
    expect(resolver.resolve().entities).toHaveLength(2)
    failing.now = false
    await resolver.add([])
    expect(resolver.resolve().entities).toHaveLength(1)
  })
})

describe('decisions of a person', () => {
  const merge = (id: string, ...names: string[]): MergeLogEntry => ({ kind: 'merge', id, at, names: named(...names) })
  const split = (id: string, a: string, b: string): MergeLogEntry => ({
    kind: 'split',
    id,
    at,
    names: named(a),
    from: named(b),
  })
  const undo = (id: string, entry: string): MergeLogEntry => ({ kind: 'undo', id, at, entry })

  test('join what a veto keeps apart, and part what rules would join', async () => {
    const mentions = named('Stage 1', 'Stage 2', 'Apple', 'Apple Inc.')
    const all = groups(await resolved(mentions, [merge('1', 'Stage 1', 'Stage 2'), split('2', 'Apple', 'Apple Inc.')]))
    expect(together(all, 'Stage 1', 'Stage 2')).toBe(true)
    expect(together(all, 'Apple', 'Apple Inc.')).toBe(false)
  })

  // Would catch a merge that is shown under the other name, because that stands more often: the window says under which.
  test('what a person merged is shown under the name that they merged into', async () => {
    const mentions = named('Apple', 'Banana', 'Banana', 'Banana')
    expect((await resolved(mentions, [merge('1', 'Apple', 'Banana')])).entities.map(({ name }) => name)).toEqual([
      'Apple',
    ])
    const again = [merge('1', 'Apple', 'Banana'), merge('2', 'Banana', 'Apple')]
    expect((await resolved(mentions, again)).entities.map(({ name }) => name)).toEqual(['Banana'])
  })

  // Would catch a merge by hand that shuts other spellings of its names out.
  test('other spellings follow a merge that a veto stands against', async () => {
    const mentions = named('Stage 1', 'Stage One', 'Stage 2', 'Stage Two')
    expect(groups(await resolved(mentions, [merge('1', 'Stage 1', 'Stage 2')]))).toHaveLength(1)
  })

  test('a split holds against a way round by a third name', async () => {
    const all = groups(await resolved(named('Apple', 'Apple Inc.', 'APPLE CORP'), [split('1', 'Apple', 'Apple Inc.')]))
    expect(together(all, 'Apple', 'Apple Inc.')).toBe(false)
  })

  test('the newer one counts', async () => {
    const mentions = named('Apple', 'Banana')
    const log = [merge('1', 'Apple', 'Banana'), split('2', 'Apple', 'Banana')]
    expect(groups(await resolved(mentions, log))).toHaveLength(2)
    expect(groups(await resolved(mentions, [...log, merge('3', 'Apple', 'Banana')]))).toHaveLength(1)
  })

  // Would catch decisions kept by id or by exact spelling, which the next indexing would lose.
  test('hold for the same name in other letters, found again', async () => {
    const log = [merge('1', 'ＢＡＮＡＮＡ', '蘋果')]
    expect(groups(await resolved(named('banana', '苹果'), log))).toHaveLength(1)
    const resolver = new NameResolver(embedder, translationsOf)
    await resolver.setLog(log)
    await resolver.add(named('Banana', '苹果'))
    resolver.remove(named('Banana', '苹果'))
    expect(resolver.resolve().entities).toEqual([])
    await resolver.add(named('Banana', '苹果'))
    expect(resolver.resolve().entities).toHaveLength(1)
  })

  test('rename and retype an entity; a type by hand lifts or makes a veto', async () => {
    const mentions: Mention[] = [
      { name: 'Apple', type: 'concept' },
      { name: 'Apple Inc.', type: 'organisation' },
    ]
    expect(groups(await resolved(mentions))).toHaveLength(2)
    const log: MergeLogEntry[] = [
      { kind: 'retype', id: '1', at, name: { name: 'apple', type: 'concept' }, to: 'organisation' },
      { kind: 'rename', id: '2', at, name: { name: 'apple inc' }, to: 'Apple of Cupertino' },
    ]
    const { entities } = await resolved(mentions, log)
    expect(entities.map(({ name, type }) => [name, type])).toEqual([['Apple of Cupertino', 'organisation']])
  })

  test('undoing an automatic merge keeps its two names apart, until that is undone', async () => {
    const mentions = named('Apple', 'Apple Inc.')
    const [automatic] = (await resolved(mentions)).merges
    expect(automatic?.reason).toBe('same core')
    const log = [undo('u', automatic?.id ?? '')]
    expect(groups(await resolved(mentions, log))).toHaveLength(2)
    expect(groups(await resolved(mentions, [...log, undo('v', 'u')]))).toHaveLength(1)
  })

  const anyRef = fc.constantFrom(...pool).map(({ name, type }) => (type === undefined ? { name } : { name, type }))
  const anyDecision = (id: string): fc.Arbitrary<MergeLogEntry> =>
    fc.oneof(
      fc.tuple(anyRef, anyRef).map(([a, b]): MergeLogEntry => ({ kind: 'merge', id, at, names: [a, b] })),
      fc.tuple(anyRef, anyRef).map(([a, b]): MergeLogEntry => ({ kind: 'split', id, at, names: [a], from: [b] })),
      anyRef.map((name): MergeLogEntry => ({ kind: 'rename', id, at, name, to: 'Another' })),
      anyRef.map((name): MergeLogEntry => ({ kind: 'retype', id, at, name, to: 'tool' })),
    )

  // Would catch a decision that leaves a trace after it was taken back.
  test('undone, each leaves what was before; undone again, what was after', async () => {
    const log = fc.tuple(anyDecision('a'), anyDecision('b'))
    await fc.assert(
      fc.asyncProperty(log, anyDecision('c'), async (before, decision) => {
        const resolver = new NameResolver(embedder, translationsOf)
        await resolver.add(pool)
        await resolver.setLog(before)
        const first = resolver.resolve()
        await resolver.setLog([...before, decision])
        const second = resolver.resolve()
        await resolver.setLog([...before, decision, undo('u', 'c')])
        expect(resolver.resolve()).toEqual(first)
        await resolver.setLog([...before, decision, undo('u', 'c'), undo('v', 'u')])
        expect(resolver.resolve()).toEqual(second)
        expect(await resolved(pool, [...before, decision])).toEqual(second)
      }),
      { numRuns: 60, seed: 5 },
    )
  })

  // Would catch a veto or a score that overrules a person.
  test('the newest always holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(anyDecision('a'), anyDecision('b')), anyRef, anyRef, async (before, a, b) => {
        fc.pre(a.name.toLowerCase() !== b.name.toLowerCase())
        const isOne = (names: Awaited<ReturnType<typeof resolved>>) =>
          names.entities.some(({ mentions }) =>
            [a, b].every((ref) => mentions.some(({ name, type }) => name === ref.name && type === ref.type)),
          )
        const joined = await resolved(pool, [...before, { kind: 'merge', id: 'm', at, names: [a, b] }])
        expect(isOne(joined)).toBe(true)
        const parted = await resolved(pool, [...before, { kind: 'split', id: 's', at, names: [a], from: [b] }])
        expect(isOne(parted)).toBe(false)
      }),
      { numRuns: 60, seed: 9 },
    )
  })
})
