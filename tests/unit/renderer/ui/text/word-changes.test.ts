import { describe, expect, it } from 'vitest'
import { wordChanges } from '@renderer/ui/text/word-changes'

const read = (before: string, after: string) =>
  wordChanges(before, after)
    .map(({ text, kind }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}{${text}}`))
    .join('')

describe('what became of a sentence', () => {
  it('is told word by word, also where no blanks stand between words', () => {
    expect(read('The fee is 20 euros.', 'The fee is 25 euros.')).toBe('The fee is -{20}+{25} euros.')
    expect(read('湖面每年十一月结冰。', '湖面每年十二月结冰。')).toMatch(/^湖面每年.*-\{.*一.*\}\+\{.*二.*\}.*结冰。$/u)
  })

  it('is told as a whole where little is left of it', () => {
    expect(read('Yaks graze.', 'The ferry runs daily.')).toBe('-{Yaks graze.} +{The ferry runs daily.}')
  })
})
