import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, it } from 'vitest'
import { endBareLinks } from '@shared/excerpts/bare-links'

function linksIn(text: string) {
  const root = unified().use(remarkParse).use(remarkGfm).parse(text)
  endBareLinks()(root)
  const [paragraph] = root.children
  const parts = paragraph?.type === 'paragraph' ? paragraph.children : []
  return parts.map((part) => (part.type === 'link' ? [part.url] : part.type === 'text' ? part.value : part.type))
}

describe('bare addresses', () => {
  // Would catch a link over the rest of a Chinese sentence, which has no space to end it.
  it.each([
    [
      '澎湃新闻（www.thepaper.cn）从自然资源部获悉。',
      ['澎湃新闻（', ['http://www.thepaper.cn'], '）从自然资源部获悉。'],
    ],
    ['见https://example.org/a?b=1，谢谢', ['见', ['https://example.org/a?b=1'], '，谢谢']],
  ])('end where Chinese goes on: %s', (text, expected) => expect(linksIn(text)).toEqual(expected))

  it('stay as they are elsewhere, and so do links with words', () => {
    expect(linksIn('See www.example.org/a for more')).toEqual(['See ', ['http://www.example.org/a'], ' for more'])
    expect(linksIn('[主页](https://example.org/主页)')).toEqual([['https://example.org/主页']])
  })
})
