import type { ElementContent, Root, RootContent } from 'hast'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { describe, expect, it } from 'vitest'
import { rehypeMarks } from '@renderer/features/viewer/markdown/markdown-marks'
import { remarkPrices, withoutPrices } from '@renderer/features/viewer/markdown/prices'

/** What is marked in a rendered source, and everything that is shown. */
function rendered(source: string, start: number, end: number, offset = 0) {
  let marked = ''
  let shown = ''
  const read = (node: Root | RootContent | ElementContent, inMark: boolean): void => {
    if (node.type === 'text') {
      shown += node.value
      if (inMark) marked += node.value
    } else if ('children' in node) {
      for (const child of node.children) read(child, inMark || (child.type === 'element' && child.tagName === 'mark'))
    }
  }
  const range = { start: offset + start, end: offset + end, kind: 'passage' as const }
  const { text, hasMaths } = withoutPrices(source)
  const html = renderToStaticMarkup(
    createElement(
      Markdown,
      {
        remarkPlugins: [remarkGfm, ...(hasMaths ? [remarkMath] : []), remarkPrices],
        rehypePlugins: [
          rehypeMarks({ source, start: offset, marks: [range] }),
          () => (tree: Root) => read(tree, false),
        ],
      },
      text,
    ),
  )
  return { marked, shown, html }
}

describe('rehypeMarks', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/u)
  const piece = word.chain((text) =>
    fc.constantFrom(text, `**${text}**`, `*${text}*`, `\`${text}\``, `[${text}](https://a.example/q)`, `~~${text}~~`),
  )
  const source = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(' '))

  // Would catch a highlight that begins or ends letters too early after markup: the cited words would be others.
  it('marks of each word exactly what the range covers of it in the source', () => {
    fc.assert(
      fc.property(source, fc.nat(200), fc.nat(200), fc.nat(50), (text, one, other, offset) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)]
        const { marked } = rendered(text, start, end, offset)
        const visible = [...text.matchAll(/\]\([^)]*\)|[[\]*`~]|[a-z]+| /gu)]
          .filter(([token]) => /^[a-z ]+$/u.test(token))
          .flatMap((match) => Array.from(match[0], (letter, at) => ({ letter, at: match.index + at })))
          .filter(({ at }) => at >= start && at < end)
          .map(({ letter }) => letter)
        expect(marked.replace(/ /gu, '')).toBe(visible.join('').replace(/ /gu, ''))
      }),
    )
  })

  it.each([
    ['a \\*b\\* c &amp; d', '\\*b\\*', '*b*'],
    ['a &amp; b &lt;c&gt; d', '&lt;c&gt;', '<c>'],
    ['> one\n> two three', 'two', 'two'],
    ['```js\nlet a = 1\nlet b = "&amp;"\n```', 'b = "&amp;"', 'b = "&amp;"'],
    ['| h | i |\n|---|---|\n| eins | zwei |', 'zwei', 'zwei'],
    ['水位 **2.40 米** 以上', '2.40 米** 以', '2.40 米 以'],
    ['mail me at a@b.example today', 'today', 'today'],
    ['a <b>bold</b> c', '<b>bold', '<b>bold'],
    ['it is $x^2$ and costs $5 or $10 today', '$5 or $10', '$5 or $10'],
    ['it is $x^2$ high, they say', 'high', 'high'],
    ['the sum $a + b$ counts', '$a + b$', 'a + b'],
    ['text\n\n$$\na + b\n$$\n\nand after', 'a + b', 'a + b'],
    ['text\n\n$$\na + b\n$$\n\nand after', 'and', 'and'],
    ['`$HOME` and $a_1$ [to](https://a.example/?$q) end', 'end', 'end'],
  ])('finds the passage in %j', (text, passage, wanted) => {
    const start = text.indexOf(passage)
    expect(rendered(text, start, start + passage.length).marked).toBe(wanted)
  })

  // Would catch prices that are shown as the sign that hides them from the parser of maths.
  it('shows every price and every address as it was written', () => {
    const { html, shown } = rendered('For $5, **$6** or `$7`: $x$ at <https://a.example/?a=$8>', 0, 0)
    expect(shown).toBe('For $5, $6 or $7: x at https://a.example/?a=$8')
    expect(html).toContain('href="https://a.example/?a=$8"')
    expect(html).not.toContain('\uFFFC')
  })

  // Would catch white space between cells that is wrapped, which breaks the table apart.
  it('puts no mark between the cells of a table', () => {
    const text = '| h | i |\n|---|---|\n| eins | zwei |'
    expect(rendered(text, 0, text.length).html).not.toMatch(/<(?:table|thead|tbody|tr)[^>]*>\s*<mark/u)
  })

  // Would catch raw HTML of a document that reaches the page as elements.
  it('shows raw HTML as text, marked or not', () => {
    const text = '<script>alert(1)</script>\n\nhi <img src=x onerror=alert(1)>'
    for (const end of [0, text.length]) {
      const { html, shown } = rendered(text, 0, end)
      expect(html).not.toMatch(/<(?:script|img)/u)
      expect(shown).toContain('<script>alert(1)</script>')
    }
  })
})
