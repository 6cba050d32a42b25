import { RelationKind } from '@shared/graph'
import { beforeAll, describe, expect, it } from 'vitest'
import { type FactPatterns, loadFactPatterns } from '@engine/graph/facts/patterns/fact-patterns'
import { readFacts } from '@engine/graph/facts/read-facts'
import { statingSentences, traps } from './labelled-sentences'

let patterns: FactPatterns

beforeAll(async () => {
  patterns = await loadFactPatterns('resources/graph/patterns')
})

/** `source kind target` of each relation of a document that is this sentence alone. */
function statedIn(text: string): string[] {
  const { names, relations } = readFacts([{ title: '', headingPath: [], text }], patterns)
  return relations.map(([from, kind, to]) => `${names[from]?.name} ${RelationKind.options[kind]} ${names[to]?.name}`)
}

describe('labelled sentences', () => {
  it('has enough of them in both languages to mean something', () => {
    const all = [...statingSentences.map(([text]) => text), ...traps]
    expect(all.length).toBeGreaterThanOrEqual(80)
    expect(traps.length).toBeGreaterThanOrEqual(25)
    expect(all.filter((text) => /\p{Script=Han}/u.test(text)).length).toBeGreaterThan(35)
    expect(new Set(all).size).toBe(all.length)
  })

  it('catches relations that nobody stated, turned round or lost: precision 0.95, recall 0.9', () => {
    const misses: string[] = []
    let [right, found, wanted] = [0, 0, 0]
    for (const [text, expected] of [...statingSentences, ...traps.map((trap) => [trap, []] as const)]) {
      const stated = statedIn(text)
      const labelled = expected.map((relation) => relation.join(' '))
      right += stated.filter((one) => labelled.includes(one)).length
      found += stated.length
      wanted += labelled.length
      for (const one of stated) if (!labelled.includes(one)) misses.push(`not stated: ${one} << ${text}`)
      for (const one of labelled) if (!stated.includes(one)) misses.push(`not found: ${one} << ${text}`)
    }
    const report = `precision ${right}/${found}, recall ${right}/${wanted}\n${misses.join('\n')}`
    expect(right / found, report).toBeGreaterThanOrEqual(0.95)
    expect(right / wanted, report).toBeGreaterThanOrEqual(0.9)
  })
})
