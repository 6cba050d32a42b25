import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatSelector,
  parseSelector,
  resolveSelector,
  SelectorError,
  type SelectorPart,
} from '@shared/session/selector'

const textOf = (content: string, selector: string) => resolveSelector(content, selector).text

/** Every kind of text that offsets have gone wrong with. */
const bits = fc.constantFrom(
  ...['a', '7', ' ', '，', '。', '湖', '𠀋', '😀', '👩‍👩‍👧', '🇨🇭', 'é', 'e\u0301', 'ש', 'ع', '\u202E', '\uFEFF', '٣'],
  ...['\n', '\r', '\r\n', '\n\r', '\u2028', '\uD83D', '\uDE00', '"', '\\', '/', '~', '%', ',', ''],
)
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
const unicode = fc.array(fc.oneof(bits, anyCharacter), { maxLength: 40 }).map((all) => all.join(''))

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(
      unicode,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(unicode, fc.constantFrom('__proto__', '0', '')), tie('json'), { maxKeys: 4 }),
  ),
}))

/** A text and a range of it. */
const ranges = unicode.chain((content) =>
  fc.tuple(fc.nat(content.length), fc.nat(content.length)).map(([a, b]) => ({
    content,
    start: Math.min(a, b),
    end: Math.max(a, b),
  })),
)

const index = fc.nat({ max: Number.MAX_SAFE_INTEGER })
const key = unicode.map((text) => text.replaceAll('~', '~0').replaceAll('/', '~1'))
const parts: fc.Arbitrary<SelectorPart> = fc.oneof(
  fc.tuple(index, index).map(([a, b]): SelectorPart => {
    return { kind: 'lines', first: Math.max(1, Math.min(a, b)), last: Math.max(1, a, b) }
  }),
  fc.tuple(index, index).map(([a, b]): SelectorPart => ({ kind: 'chars', start: Math.min(a, b), end: Math.max(a, b) })),
  fc.array(key).map((keys): SelectorPart => ({ kind: 'field', pointer: keys.map((name) => `/${name}`).join('') })),
)

describe('parseSelector', () => {
  it('reads the example of the source', () => {
    expect(parseSelector('lines:12-18,chars:120-260,field:/a/b/0')).toEqual([
      { kind: 'lines', first: 12, last: 18 },
      { kind: 'chars', start: 120, end: 260 },
      { kind: 'field', pointer: '/a/b/0' },
    ])
  })

  it.each([
    ['', 0],
    ['lines', 0],
    ['Lines:1', 0],
    ['lines:', 6],
    ['lines:0', 6],
    ['lines:-3', 6],
    ['lines:3-', 8],
    ['lines:18-12', 9],
    ['lines:1-2-3', 9],
    ['lines:1x', 7],
    ['lines:٣', 6],
    ['lines:1-１', 8],
    ['lines:99999999999999999999', 6],
    ['chars:5', 7],
    ['chars:1.5-2', 7],
    ['chars:1e1-20', 7],
    ['lines:1,', 8],
    [',lines:1', 0],
    ['lines:1, lines:2', 8],
    ['lines:1,chars:9-3', 16],
    ['field:a', 6],
    ['field:/a~2', 8],
    ['field:/a%20b', 8],
    ['field:/a,b', 9],
  ])('says where %j goes wrong', (text, position) => {
    const read = () => parseSelector(text)
    expect(read).toThrow(SelectorError)
    expect(read).toThrow(expect.objectContaining({ position, code: 'INVALID_INPUT' }) as Error)
  })

  it('reads back whatever is written', () => {
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1 }), (all) => {
        const text = formatSelector(all)
        expect(parseSelector(text)).toEqual(all)
        expect(formatSelector(parseSelector(text))).toBe(text)
      }),
    )
  })

  it('never writes what cannot be read', () => {
    expect(() => formatSelector([])).toThrow(SelectorError)
    expect(() => formatSelector([{ kind: 'lines', first: 0, last: 1 }])).toThrow(SelectorError)
    expect(() => formatSelector([{ kind: 'chars', start: 0, end: Infinity }])).toThrow(SelectorError)
    expect(() => formatSelector([{ kind: 'field', pointer: 'a' }])).toThrow(SelectorError)
  })
})

describe('resolveSelector', () => {
  it('gives the exact slice for any range of any text', () => {
    fc.assert(
      fc.property(ranges, ({ content, start, end }) => {
        const text = content.slice(start, end)
        expect(resolveSelector(content, `chars:${start}-${end}`)).toEqual({ pieces: [{ start, end, text }], text })
      }),
    )
  })

  it('counts lines as a walk over the text does', () => {
    fc.assert(
      fc.property(unicode, fc.nat(), fc.nat(), (content, a, b) => {
        const lines = content.split(/\r\n|\n|\r/u)
        const [first, last] = [
          1 + Math.min(a % lines.length, b % lines.length),
          1 + Math.max(a % lines.length, b % lines.length),
        ]
        expect(textOf(content, `lines:${first}`)).toBe(lines[first - 1])
        const { text } = resolveSelector(content, `lines:${first}-${last}`)
        expect(text.split(/\r\n|\n|\r/u)).toEqual(lines.slice(first - 1, last))
        expect(content).toContain(text)
        expect(() => textOf(content, `lines:${lines.length + 1}`)).toThrow(`has ${lines.length} lines`)
      }),
    )
  })

  it('keeps the terminators between lines as they are, and leaves out the last', () => {
    expect(textOf('a\r\nb\rc\nd', 'lines:1-3')).toBe('a\r\nb\rc')
    expect(textOf('a\n', 'lines:2')).toBe('')
    expect(textOf('', 'lines:1')).toBe('')
  })

  it('joins what touches, overlaps or follows, whatever the order', () => {
    const content = 'one\r\ntwo\nthree\nfour'
    expect(textOf(content, 'lines:2,lines:1')).toBe('one\r\ntwo')
    expect(textOf(content, 'chars:4-8,chars:0-4,chars:2-3')).toBe('one\r\ntwo')
    expect(textOf(content, 'lines:4,chars:0-3')).toBe('one\nfour')
    expect(resolveSelector(content, 'lines:1,chars:3-5').pieces).toEqual([{ start: 0, end: 5, text: 'one\r\n' }])
  })

  it('selects the same characters whatever the order and number of parts', () => {
    fc.assert(
      fc.property(unicode, fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 }), (content, pairs) => {
        const spans = pairs.map(([a, b]) => [a % (content.length + 1), b % (content.length + 1)].sort((x, y) => x - y))
        const selectors = spans.map(([start = 0, end = 0]) => `chars:${start}-${end}`)
        const resolved = resolveSelector(content, selectors.join(','))
        expect(resolveSelector(content, selectors.toReversed().join(','))).toEqual(resolved)
        const wanted = new Set(
          spans.flatMap(([start = 0, end = 0]) => Array.from({ length: end - start }, (_, n) => start + n)),
        )
        const got = resolved.pieces.flatMap(({ start, end }) =>
          Array.from({ length: end - start }, (_, n) => start + n),
        )
        expect(got).toEqual([...wanted].sort((x, y) => x - y))
        for (const { start, end, text } of resolved.pieces) expect(text).toBe(content.slice(start, end))
      }),
    )
  })

  it('gives an empty range its place, and says what lies outside', () => {
    expect(resolveSelector('', 'chars:0-0')).toEqual({ pieces: [{ start: 0, end: 0, text: '' }], text: '' })
    expect(resolveSelector('abcdef', 'chars:5-5').pieces).toEqual([{ start: 5, end: 5, text: '' }])
    expect(() => textOf('abc', 'chars:1-4')).toThrow('chars:1-4 lies outside: the text has 3 characters')
    expect(() => textOf('abc', 'chars:9007199254740991-9007199254740991')).toThrow('lies outside')
    expect(() => textOf('a\nb', 'lines:1,lines:2-9007199254740991')).toThrow('lines:2-9007199254740991 lies outside')
  })

  it('reads fields: text without its escapes, numbers as they are written', () => {
    const content = ' {"a": [10, 1.50, {"b/c": "x\\ny\\u00e9"}], "a~b": 12345678901234567890, "": true, "x,y%": null} '
    expect(textOf(content, 'field:/a/2/b~1c')).toBe('x\nyé')
    expect(textOf(content, 'field:/a/1')).toBe('1.50')
    expect(textOf(content, 'field:/a~0b')).toBe('12345678901234567890')
    expect(textOf(content, 'field:/')).toBe('true')
    expect(textOf(content, 'field:/x%2Cy%25')).toBe('null')
    expect(textOf(content, 'field:/a')).toBe('[10, 1.50, {"b/c": "x\\ny\\u00e9"}]')
    expect(textOf(content, 'field:')).toBe(content.trim())
    const [piece] = resolveSelector(content, 'field:/a/2/b~1c').pieces
    expect(content.slice(piece?.start, piece?.end)).toBe('x\\ny\\u00e9')
  })

  it.each(['/b', '/a/2', '/a/01', '/a/-', '/a/length', '/a/0/b', '/__proto__', '/s/0'])(
    'has no field %s',
    (pointer) => {
      expect(() => textOf('{"a":[1,2],"s":"text"}', `field:${pointer}`)).toThrow('there is no such field')
    },
  )

  it('takes the last of keys that are there twice, as JSON.parse does', () => {
    expect(textOf('{"a":{"b":1},"a":{"b":2}}', 'field:/a/b')).toBe('2')
    expect(() => textOf('{"a":{"b":1},"a":{}}', 'field:/a/b')).toThrow('no such field')
    expect(() => textOf('{"a":{"b":1},"a":0}', 'field:/a/b')).toThrow('no such field')
    expect(textOf('{"__proto__":{"b":1}}', 'field:/__proto__/b')).toBe('1')
  })

  it('needs JSON for a field, and survives JSON nested without end', () => {
    expect(() => textOf('{"a":', 'field:/a')).toThrow('needs JSON')
    const deep = 4000
    expect(textOf('['.repeat(deep) + '7' + ']'.repeat(deep), `field:${'/0'.repeat(deep)}`)).toBe('7')
  })

  it('finds every value of any JSON by its pointer', () => {
    fc.assert(
      fc.property(json, fc.nat(3), (value, indent) => {
        const content = JSON.stringify(value, null, indent)
        const walk = (held: unknown, keys: readonly string[]) => {
          const pointer = keys.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
          const { text } = resolveSelector(content, [{ kind: 'field', pointer }])
          expect(typeof held === 'string' ? text : JSON.parse(text)).toEqual(held)
          if (typeof held === 'object' && held !== null) {
            for (const [name, inner] of Object.entries(held)) walk(inner, [...keys, name])
          }
        }
        walk(value, [])
      }),
    )
  })

  it('reads the last of many lines, and thousands of parts, without going over the text for each', () => {
    const content = '湖\n'.repeat(200_000)
    expect(textOf(content, 'lines:200000')).toBe('湖')
    const many = Array.from({ length: 2000 }, (_, n) => `lines:${n * 100 + 1}`).join(',')
    expect(resolveSelector(content, many).pieces).toHaveLength(2000)
  })
})
