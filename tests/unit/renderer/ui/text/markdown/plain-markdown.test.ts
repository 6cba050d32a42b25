import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainMarkdown } from '@renderer/ui/text/markdown/plain-markdown'

describe('plainMarkdown', () => {
  it.each([
    ['**Kitchen:** opens at *06:30*', 'Kitchen: opens at 06:30'],
    ['***both*** and **bold *inside* it**', 'both and bold inside it'],
    ['see [the page](https://example.org/a_(b)_c "T") and ![a picture](x.png)', 'see the page and a picture'],
    ['`a*b*c` and ``x ` y`` in high_season_2024', 'a*b*c and x ` y in high_season_2024'],
    ['2 * 3 * 4 = 24, 5\\*6', '2 * 3 * 4 = 24, 5*6'],
    ['snake_case_name and _this_', 'snake_case_name and this'],
    ['# Title #\n\nSome **words**.', 'Title / Some words.'],
    ['- one\n- two\n\nAfter.', 'one / two / After.'],
    ['**落叶松房间**可以看到*湖景*。', '落叶松房间可以看到湖景。'],
    ['| Room | Price |\n|---|---:|\n| **Larch** | `46` |\n| a \\| b | |', 'Room · Price / Larch · 46 / a | b'],
    ['Text.\n```sh\nls **/*.md\n```\nMore.', 'Text. / ls **/*.md / More.'],
    ['line one\nline two', 'line one\nline two'],
  ])('reads %j as %j', (source, plain) => {
    expect(plainMarkdown(source).text.trim()).toBe(plain)
  })

  it('tells where a cited part stands without its marks', () => {
    const source = 'Before.\n\n| **Larch** | [46 EUR](https://x.example) |\n| Pine | 38 EUR |\n\nThe **end** is *near*.'
    const plain = plainMarkdown(source)
    const shown = (part: string) => {
      const start = source.indexOf(part)
      return plain.text.slice(plain.at(start), plain.at(start + part.length))
    }
    expect(shown('46 EUR')).toBe('46 EUR')
    expect(shown('The **end** is *near*.')).toBe('The end is near.')
    expect(shown('**Larch** | [46 EUR](https://x.example)')).toBe('Larch · 46 EUR')
    expect(shown('Pine | 38 EUR')).toBe('Pine · 38 EUR')
  })

  it('keeps offsets in order and inside, whatever the text', () => {
    const texts = fc.array(
      fc.constantFrom('a', 'b ', '*', '**', '_', '`', '|', '\n', '# ', '- ', '[', '](', ')', '\\', '```'),
    )
    fc.assert(
      fc.property(texts, (parts) => {
        const source = parts.join('')
        const plain = plainMarkdown(source)
        const places = Array.from({ length: source.length + 1 }, (_, offset) => plain.at(offset))
        expect(places.at(-1)).toBeLessThanOrEqual(plain.text.length)
        expect(places.every((place, at) => place >= (places[at - 1] ?? 0))).toBe(true)
      }),
    )
  })
})
