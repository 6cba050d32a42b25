import { describe, expect, test } from 'vitest'
import type { EntityType } from '@shared/graph'
import { profileOf } from '@engine/graph/disambiguation/names/name-profile'
import { vetoOf } from '@engine/graph/disambiguation/vetoes'

function veto(a: string, b: string, type?: EntityType, other = type) {
  return vetoOf(profileOf({ name: a, type }), profileOf({ name: b, type: other }))
}

// Each row would catch its veto being lost: nothing else may keep these two apart once another name stands between them.
describe('vetoes', () => {
  test.each([
    ['Stage 1', 'Stage 2'],
    ['Stage One', 'Stage II'],
    ['第一阶段', '第二阶段'],
    ['阶段一', '第二阶段'],
    ['Python 3.9', 'Python 3.10'],
    ['FY2023', 'FY2024'],
    ['Henry VII', 'Henry VIII'],
    ['twenty-first century', 'twentieth century'],
    ['Stage 1', '第二阶段'],
    ['Part 1 of 2', 'Part 2 of 1'],
  ])('numbers: %s, %s', (a, b) => expect(veto(a, b)).toBe('numbers differ'))

  test.each([
    ['Stage 1', 'Stage One'],
    ['Phase II', '第二阶段'],
    ['v2.0', 'version 2'],
    ['21st century', 'twenty-first century'],
    ['1,200 metres', '1200 metres'],
    ['GPT-4', 'GPT 4'],
    ['11 September 2001', 'September 11, 2001'],
    ['Ｓｔａｇｅ １', 'stage 1'],
  ])('the same number however it is written: %s, %s', (a, b) => expect(veto(a, b)).toBeUndefined())

  test('types', () => {
    expect(veto('Jordan', 'Jordan', 'person', 'place')).toBe('types differ')
    expect(veto('Jordan', 'Jordan', 'person', undefined)).toBeUndefined()
  })

  test.each([
    ['listen', 'silent'],
    ['上海', '海上'],
    ['Paris Hilton', 'Hilton Paris'],
    ['University of Washington', 'Washington University'],
  ])('permuted: %s, %s', (a, b) => expect(veto(a, b)).toBe('permuted'))

  test('words turned round by "of" are not permuted', () => {
    expect(veto('University of Oxford', 'Oxford University')).toBeUndefined()
  })

  test.each([
    ['input layer', 'output layer'],
    ['North Korea', 'South Korea'],
    ['parent node', 'child nodes'],
    ['client library', 'server library'],
    ['输入层', '输出层'],
    ['河南', '河北'],
  ])('opposites: %s, %s', (a, b) => expect(veto(a, b)).toBe('opposites'))

  test.each([
    ['supervised learning', 'unsupervised learning'],
    ['linear model', 'non-linear model'],
    ['对称加密', '非对称加密'],
  ])('contraries: %s, %s', (a, b) => expect(['opposites', 'negated']).toContain(veto(a, b)))

  test.each([
    ['John Smith', 'Jane Smith'],
    ['George W. Bush', 'George H. W. Bush'],
    ['李建国', '李建军'],
  ])('given names: %s, %s', (a, b) => expect(veto(a, b, 'person')).toBe('given names differ'))

  test('given names may be short forms and initials', () => {
    expect(veto('Bill Gates', 'William Gates', 'person')).toBeUndefined()
    expect(veto('J. K. Rowling', 'Joanne Rowling', 'person')).toBeUndefined()
  })

  test('letters, generations, titles, qualifiers, ranks, acronyms that are words', () => {
    expect(veto('Plan A', 'Plan B')).toBe('letters differ')
    expect(veto('Martin King Jr.', 'Martin King Sr.', 'person')).toBe('generations differ')
    expect(veto('Mr. Johnson', 'Mrs. Johnson')).toBe('titles differ')
    expect(veto('王先生', '王女士')).toBe('titles differ')
    expect(veto('Mercury (planet)', 'Mercury (element)')).toBe('qualifiers differ')
    expect(veto('吉林省', '吉林市', 'place')).toBe('ranks differ')
    expect(veto('The Who', 'WHO')).toBe('a word, not the acronym')
  })

  // Case, width and script variant are no difference.
  test.each([
    ['LLM', 'llm'],
    ['機器學習', '机器学习'],
    ['ＧＰＴ', 'GPT'],
    ['databases', 'database'],
  ])('no difference: %s, %s', (a, b) => expect(veto(a, b)).toBeUndefined())
})
