import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import { describe, expect, it } from 'vitest'
import { rehypeMarks } from '@renderer/features/viewer/markdown/markdown-marks'
import { rehypeWithoutOverrides } from '@renderer/features/viewer/markdown/markdown-part'

describe('rehypeWithoutOverrides', () => {
  // Would catch a document that shows words backwards, and a mark that slips by the length of what stands for them.
  it('shows overrides as their code, in code and raw HTML too, and marks the same words', () => {
    const source = 'pay \u202Efoo **bar** `\u202Dx` <b \u202E> end'
    const start = source.indexOf('bar')
    const marks = [{ kind: 'passage' as const, start, end: start + 3 }]
    const rehypePlugins = [rehypeMarks({ source, start: 0, marks }), rehypeWithoutOverrides]
    const html = renderToStaticMarkup(createElement(Markdown, { rehypePlugins }, source))
    expect(html).not.toMatch(/[\u202D\u202E]/u)
    expect(html).toContain('pay [U+202E]foo <strong><mark data-mark="passage">bar</mark></strong>')
    expect(html).toContain('<code>[U+202D]x</code>')
  })
})
