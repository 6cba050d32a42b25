import { beforeAll, describe, expect, it } from 'vitest'
import { type FactPatterns, loadFactPatterns } from '@engine/graph/facts/patterns/fact-patterns'
import { readFacts } from '@engine/graph/facts/read-facts'

let patterns: FactPatterns

beforeAll(async () => {
  patterns = await loadFactPatterns('resources/graph/patterns')
})

function worthsIn(passages: readonly string[]): Map<string, number> {
  const { names, worth = [] } = readFacts(
    passages.map((text) => ({ title: '', headingPath: [], text })),
    patterns,
  )
  expect(worth).toHaveLength(names.length)
  return new Map(names.map(({ name }, at) => [name, worth[at] ?? -1]))
}

describe('worth of names', () => {
  it('is lower for codes of a table than for who stands in sentences', () => {
    const worths = worthsIn([
      'The survey was led by Marta Lindqvist. In March Marta Lindqvist wrote that the gauge had moved.',
      ...Array.from({ length: 8 }, (_, at) => `type: NarrativeText; id: ${at}1\n\ntype: CD161STAT5; id: ${at}2`),
    ])
    const codes = ['NarrativeText', 'CD161STAT5'].flatMap((name) => worths.get(name) ?? [])
    expect(codes).toHaveLength(2)
    expect(Math.max(...codes)).toBeLessThan(worths.get('Marta Lindqvist') ?? 0)
  })

  it('is lower for a type of files than for what the file is about', () => {
    const worths = worthsIn(
      Array.from({ length: 6 }, () => '"filetype": "application/pdf",\n\nThe Vereth River was low in the autumn.'),
    )
    expect(worths.get('application/pdf') ?? 0).toBeLessThan(worths.get('Vereth River') ?? 0)
  })

  it('is lower for what a thing is called in general than for its own name', () => {
    const worths = worthsIn([
      'We saw the Museum in spring. They left the Museum at noon. Then the Museum was shut.',
      'We saw the Orsay Museum in spring. They left the Orsay Museum at noon.',
    ])
    expect(worths.get('Museum') ?? 0).toBeLessThan(worths.get('Orsay Museum') ?? 0)
  })

  it('is lower for a numbered part of a form than for the form', () => {
    const worths = worthsIn([
      'You must file Form Vereth with Part II of the return. They read Form Vereth and Part II at noon.',
      'We saw Form Vereth in spring, and Part II as well. They sent Form Vereth and Part II by post.',
    ])
    expect(worths.get('Part II') ?? 1).toBeLessThan(worths.get('Form Vereth') ?? 0)
  })

  it('is lower for a noun with a capital that always has an "of" behind it', () => {
    const worths = worthsIn([
      'They met in Advice of Council and saw Marlow in spring. It was done in Advice of others near Marlow.',
      'We left in Advice of nobody. Later Marlow was shut, and they saw Marlow again.',
    ])
    expect(worths.get('Advice') ?? 1).toBeLessThan(worths.get('Marlow') ?? 0)
  })

  it('is a share for every name, in Chinese too', () => {
    const worths = worthsIn(['记者刘仲华在柏林报道。刘仲华说，水库的水位很高。', '刘仲华和王小明去了浙江省。'])
    expect(worths.size).toBeGreaterThan(0)
    for (const worth of worths.values()) expect(worth > 0 && worth < 1).toBe(true)
  })
})
