import { expect, it } from 'vitest'
import { parseWordNet, wordNet } from '@engine/text/english/wordnet'

const empty = '  1 licence  \n'
const noun = [
  '  1 This is where the licence stands.  ',
  '00000040 03 n 02 ship 0 sea_vessel 0 002 @ 00000140 n 0000 + 00000000 v 0202 | what sails; "a ship"  ',
].join('\n')

function small(files: Readonly<Record<string, string>>) {
  return parseWordNet((name) => files[name] ?? empty)
}

it('finds the words that begin with some letters, single ones alone, each with its meanings in their order', () => {
  const index = [
    '  1 licence  ',
    'shin n 1 0 1 0 00000009  ',
    'ship n 2 1 @ 2 1 00000040 00000077  ',
    'ship_canal n 1 0 1 0 5  ',
    'shop n 1 0 1 0 00000012  ',
    '',
  ].join('\n')
  const net = small({ 'index.noun': index })
  expect([...net.lemmasFrom('ship')]).toEqual([
    { word: 'ship', senses: [40, 77].map((offset) => ({ wordClass: 'noun', offset })) },
  ])
  expect([...net.lemmasFrom('sh')].map(({ word }) => word)).toEqual(['shin', 'ship', 'shop'])
  expect([...net.lemmasFrom('zebra')]).toEqual([])
})

it('reads the words of a meaning and where it leads', () => {
  const net = small({ 'data.noun': noun })
  const sense = { wordClass: 'noun', offset: noun.indexOf('00000040') } as const
  expect(net.wordsOf(sense)).toEqual(['ship', 'sea_vessel'])
  expect(net.pointersOf(sense)).toEqual([
    { symbol: '@', to: { wordClass: 'noun', offset: 140 }, word: 0 },
    { symbol: '+', to: { wordClass: 'verb', offset: 0 }, word: 2 },
  ])
})

it('says where no meaning begins', () => {
  expect(() => small({}).wordsOf({ wordClass: 'verb', offset: 10_000 })).toThrow(RangeError)
})

it('is the real one, whose every word means something', () => {
  const net = wordNet()
  for (const { word, senses } of net.lemmasFrom('surrend')) {
    expect(word.startsWith('surrend')).toBe(true)
    for (const sense of senses) expect(net.wordsOf(sense)).toContain(word)
  }
  // The first and the last of their files.
  expect([...net.lemmasFrom('a')].length).toBeGreaterThan(100)
  expect([...net.lemmasFrom('zymur')].map(({ word }) => word)).toContain('zymurgy')
})
