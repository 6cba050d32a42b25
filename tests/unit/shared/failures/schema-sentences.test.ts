import { expect, test } from 'vitest'
import { z } from 'zod'
import { isSchemaSentence } from '@shared/failures/schema-sentences'
import { failureInChinese } from '@shared/failures/failure-in-chinese'

// Would catch what a library says of a schema, in words that are for whoever writes one.
test.each([
  [z.string(), 3, 'This must be text.'],
  [z.number(), 'x', 'This must be a number.'],
  [z.number().int(), 1.5, 'This must be a whole number.'],
  [z.boolean(), 'x', 'This must be true or false.'],
  [z.array(z.string()), 'x', 'This must be a list.'],
  [z.object({}), 'x', 'This must be a group of named values.'],
  [z.string(), undefined, 'This is missing.'],
  [z.enum(['a', 'b']), 'c', 'This must be one of these: a, b.'],
  [z.string().min(1), '', 'This must not be empty.'],
  [z.string().min(4), 'x', 'This must have 4 characters or more.'],
  [z.string().max(1), 'xx', 'This must have 1 characters or fewer.'],
  [z.array(z.string()).min(1), [], 'This must not be empty.'],
  [z.array(z.string()).min(2), [], 'This must have 2 entries or more.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'This must have 2 entries or fewer.'],
  [z.number().min(1), 0, 'This must be 1 or more.'],
  [z.number().max(12), 13, 'This must be 12 or less.'],
  [z.number().positive(), 0, 'This must be more than 0.'],
  [z.number().negative(), 0, 'This must be less than 0.'],
  [z.strictObject({}), { x: 1 }, 'This must not have: x.'],
])('%#: what is allowed is said in plain words, in both languages', (schema, value, sentence) => {
  const message = schema.safeParse(value).error?.issues[0]?.message ?? ''
  expect(message).toBe(sentence)
  expect(isSchemaSentence(message)).toBe(true)
  expect(failureInChinese(message)).toMatch(/^此.+。$/u)
})

test('a schema with words of its own keeps them', () => {
  expect(z.string().min(4, 'The id is too short.').safeParse('x').error?.issues[0]?.message).toBe(
    'The id is too short.',
  )
})
