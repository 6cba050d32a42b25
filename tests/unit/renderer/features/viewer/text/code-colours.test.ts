import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import rehypeHighlight from 'rehype-highlight'
import { describe, expect, it } from 'vitest'
import { coloursOf, cutAtColours } from '@renderer/features/viewer/text/code-colours'
import { MarkedText } from '@renderer/features/viewer/text/marked-text'

const plugins = [rehypeHighlight]
const classOf = (text: string, name: string, words: string) => {
  const start = text.indexOf(words)
  return coloursOf(text, name, plugins).find((one) => one.start <= start && one.end >= start + words.length)?.className
}

describe('colours of code', () => {
  const code = '/* one\n   const two */\nconst three = "four" // & <five>\r\n'

  it('are found over lines, by the ending of the name', () => {
    expect(classOf(code, 'a.test.TS', 'const two')).toBe('hljs-comment')
    expect(classOf(code, 'a.test.TS', '"four"')).toBe('hljs-string')
    expect(classOf('{"five": 6}', 'rows.geojson', '6')).toBe('hljs-number')
    expect(classOf('<five six="7">8</five>', 'a.xml', 'six')).toBe('hljs-tag hljs-attr')
  })

  it('are none in a language that nobody knows', () => {
    expect(coloursOf(code, 'a.unknown', plugins)).toEqual([])
    expect(coloursOf('', '', plugins)).toEqual([])
  })

  it('cut a text anywhere and leave every letter where it was', () => {
    const colours = coloursOf(code, 'a.ts', plugins)
    expect(colours.length).toBeGreaterThan(2)
    for (let start = 0; start < code.length; start += 1) {
      for (const end of [start + 1, start + 9, code.length]) {
        const words = code.slice(start, end)
        expect(
          cutAtColours(words, start, colours)
            .map(({ text }) => text)
            .join(''),
        ).toBe(words)
      }
    }
  })

  it('lie within marks, which keep their places', () => {
    const start = code.indexOf('three = "fo')
    const marks = [{ start, end: start + 'three = "fo'.length, kind: 'passage' as const }]
    const props = { text: code, start: 0, marks, colours: coloursOf(code, 'a.ts', plugins) }
    const html = renderToStaticMarkup(createElement(MarkedText, props))
    expect(html).toContain('<mark data-mark="passage">three = <span class="hljs-string">&quot;fo</span></mark>')
  })
})
