import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { decisionsOf, MergeLogEntry, nameRef, referencesTo, refersTo } from '@engine/graph/disambiguation/merge-log'
import { normaliseName } from '@engine/graph/disambiguation/names/normal-name'
import { profileOf } from '@engine/graph/disambiguation/names/name-profile'

// Would catch a stored reference that no longer finds its own name.
test('normalising twice is normalising once, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(normaliseName(normaliseName(text))).toBe(normaliseName(text))
    }),
    { numRuns: 2000, seed: 1 },
  )
})

test('width, script variant, case, accents and punctuation are no difference', () => {
  expect(normaliseName('  Ａｐｐｌｅ, INC. ')).toBe('apple inc')
  expect(normaliseName('機器 學習')).toBe('机器学习')
  expect(normaliseName('Beyoncé')).toBe('beyonce')
  expect(normaliseName('R&D')).toBe(normaliseName('R and D'))
  expect(normaliseName('C++')).not.toBe(normaliseName('C'))
})

// Would catch a name out of a damaged document that stops the whole graph.
test('any text has a profile', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      expect(profileOf({ name }).name).toBe(name)
    }),
    { numRuns: 2000, seed: 2 },
  )
})

test('a log is parsed, and an undo of what is not there has no effect', () => {
  const at = '2025-11-22T00:00:00Z'
  const log = z.array(MergeLogEntry).parse([
    { kind: 'undo', id: '1', at, entry: 'automatic:nonsense' },
    { kind: 'undo', id: '2', at, entry: 'gone' },
  ])
  expect(decisionsOf(log)).toEqual([])
  expect(MergeLogEntry.safeParse({ kind: 'merge', id: '1', at, names: [{ name: 'one' }] }).success).toBe(false)
})

// Would catch an entity's card that has other reasons than its names were put together for.
test('what refers to one of many names is found as name by name', () => {
  const name = fc.constantFrom('Köln', 'koln', 'KÖLN ', '科隆', '!', '!!', 'C++', 'model\nx', '')
  const mention = fc.record({ name, type: fc.constantFrom('model', 'place') }, { requiredKeys: ['name'] })
  fc.assert(
    fc.property(fc.array(mention, { maxLength: 4 }), mention, (mentions, asked) => {
      const ref = nameRef(asked)
      expect(referencesTo(mentions)(ref)).toBe(mentions.some((one) => refersTo(ref, one)))
    }),
  )
})
