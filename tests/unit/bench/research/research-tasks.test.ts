import { describe, expect, test } from 'vitest'
import { isFound } from '../../../../bench/research/research-tasks'

const fact = { id: 'f1', document: 'a.md', statement: '', quote: 'The pier | 1,200 euros', signs: [['pier'], ['1200']] }

describe('a fact is found', () => {
  test('where a passage has its quote, whatever blanks and marks stand between', () => {
    expect(isFound(fact, ['Other.', '| The  pier\n|1,200 euros |'])).toBe(true)
  })

  test('where one line bears its signs', () => {
    expect(isFound(fact, ['What: pier; Costs: 1200'])).toBe(true)
  })

  // Would catch a long passage that has each sign somewhere.
  test('not where its signs stand in several lines', () => {
    expect(isFound(fact, ['A pier was built.\nIt has 1200 piles.'])).toBe(false)
    expect(isFound(fact, [])).toBe(false)
  })
})
