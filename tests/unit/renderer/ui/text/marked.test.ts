import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markMatches } from '@renderer/ui/text/marked'

const marked = (text: string, query: string) =>
  markMatches(text, query)
    .map(({ text: part, match }) => (match ? `<${part}>` : part))
    .join('')

describe('markMatches', () => {
  it('marks every word wherever it stands, the longer one first', () => {
    expect(marked('Notebook of notes', 'note notebook')).toBe('<Notebook> of <note>s')
    expect(marked('奥里尔湖的最大水深', '水深 湖')).toBe('奥里尔<湖>的最大<水深>')
  })

  it('takes a query as text, not as a pattern', () => {
    expect(marked('what is C++ (really)?', 'c++ (')).toBe('what is <C++> <(>really)?')
  })

  it('adds up to the text for any text and query', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, query) => {
        expect(
          markMatches(text, query)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
