import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchor, type Quote } from '@engine/session/context/anchor'

/** The passage of a text between two marks that are not part of it. */
function quoteOf(text: string, context = 0): Quote & { text: string } {
  const [before = '', content = '', after = ''] = text.split('|')
  const start = before.length
  return {
    content,
    start,
    end: start + content.length,
    text: before + content + after,
    ...(context > 0 && { before: before.slice(-context), after: after.slice(0, context) }),
  }
}

const found = (quote: Quote, text: string) => {
  const at = anchor(quote, text)
  return at.state === 'stale' ? 'stale' : `${at.state}: ${text.slice(at.start, at.end)}`
}

const english = 'The lake is 42 m deep. It froze twice in 1963. Fish live there. Boats are let in summer. Nobody swims.'

describe('anchor', () => {
  it('finds a passage where it was', () => {
    const quote = quoteOf('Before. |The lake is deep.| After.')
    expect(anchor(quote, quote.text)).toEqual({ state: 'exact', start: 8, end: 25 })
  })

  it('finds it again, letter for letter, whatever is put in or taken out around it', () => {
    // Any code point, lone surrogates too; few enough of them that words repeat. fc.string is slow to set up.
    const character = fc.oneof(
      fc.constantFrom('a', 'b', ' ', '\r\n', '湖', '😀', '\u0301'),
      fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    )
    const piece = fc.array(character, { maxLength: 40 }).map((all) => all.join(''))
    const passage = fc.array(character, { minLength: 1, maxLength: 12 }).map((all) => all.join(''))
    fc.assert(
      fc.property(piece, passage, piece, piece, piece, (head, content, tail, otherHead, otherTail) => {
        const quote = { content, start: head.length, end: head.length + content.length, before: head, after: tail }
        const text = otherHead + content + otherTail
        const at = anchor(quote, text)
        expect(at.state).toMatch(/exact|moved/u)
        if (at.state === 'stale') return
        expect(text.slice(at.start, at.end)).toBe(content)
        expect(at.state === 'exact').toBe(at.start === quote.start)
        if (text.indexOf(content) === text.lastIndexOf(content)) expect(at.start).toBe(otherHead.length)
      }),
    )
  })

  it('takes the nearest of several, and the one with the same surroundings over a nearer one', () => {
    const plain = quoteOf('row 1: n/a; row 2: |n/a|; row 3: n/a')
    expect(anchor(plain, `x${plain.text}`)).toEqual({ state: 'moved', start: 20, end: 23 })
    const inserted = 'row 0: n/a; row 1: n/a; row 2: n/a; row 3: n/a'
    expect(anchor(plain, inserted)).toEqual({ state: 'exact', start: 19, end: 22 })
    const known = quoteOf('row 1: n/a; row 2: |n/a|; row 3: n/a', 7)
    expect(anchor(known, inserted)).toEqual({ state: 'moved', start: 31, end: 34 })
  })

  it('tells places apart by what agrees on one side, or close by, where the rest around it was edited', () => {
    const other = 'One more row that says nothing new: n/a, and so on to its end, which is far away from here.\n'
    const known = quoteOf(
      `${other}A long and special row about the depth of the lake: |n/a|, to be measured in spring.\n`,
      64,
    )
    const edited = (row: string) => `${other}${other}${row}${other}`
    const row = 'A long and special row about the depth of the lake: n/a'
    const at = edited(row).indexOf(row) + row.length - 3
    expect(anchor(known, edited(`${row}, unknown.\n`))).toMatchObject({ start: at })
    expect(anchor(known, edited(`${row.replace('A long', 'N long')}, never.\n`))).toMatchObject({ start: at })
  })

  it('sees through white space, width and composed letters, and gives the range as it stands now', () => {
    const quote = quoteOf('Vorher. |Das Café, (40 m) ist “tief”.| Nachher.')
    const text = 'Ganz neu davor. Das Cafe\u0301，（４０\n m） ist "tief". Nachher.'
    const at = anchor(quote, text)
    expect(at).toMatchObject({ state: 'changed', share: 1 })
    expect(found(quote, text)).toBe('changed: Das Cafe\u0301，（４０\n m） ist "tief".')
    expect(found(quoteOf('|奥里尔湖最深 42 米。|'), '摘要 奥里尔湖\n最深42米． 其余')).toBe(
      'changed: 奥里尔湖\n最深42米．',
    )
  })

  it('keeps letters that are joined or taken apart whole in the range', () => {
    expect(found(quoteOf('|fix it|'), 'so ﬁx\u00A0it!')).toBe('changed: ﬁx\u00A0it')
    expect(found(quoteOf('|가 a|'), 'x \u1100\u1161a')).toBe('changed: \u1100\u1161a')
    expect(found(quoteOf('|ガ a|'), 'x ｶﾞa')).toBe('changed: ｶﾞa')
    expect(found(quoteOf('|𠀋 😀|'), '𠀋\u3000😀.')).toBe('changed: 𠀋\u3000😀')
  })

  it('says the share where most of its sentences are still in one place', () => {
    const quote = quoteOf(`|${english}|`)
    const text = `New first. ${english.replace('Fish live there.', 'No fish.')}`
    const at = anchor(quote, text)
    expect(at.state).toBe('changed')
    expect(at.state === 'changed' && at.share).toBeGreaterThanOrEqual(0.8)
    expect(at.state === 'changed' && at.share).toBeLessThan(1)
    expect(found(quote, text)).toBe(`changed: ${english.replace('Fish live there.', 'No fish.')}`)
  })

  it('is stale where too little is left, or what is left is scattered', () => {
    const quote = quoteOf(`|${english}|`)
    expect(found(quote, 'The lake is 42 m deep. It froze twice in 1963.')).toBe('stale')
    expect(found(quote, english.replaceAll('. ', `. ${'Something else stands between. '.repeat(20)}`))).toBe('stale')
    expect(found(quote, '')).toBe('stale')
    expect(found(quoteOf('a |\n| b'), 'ab')).toBe('stale')
  })

  it('does not count one sentence for two, nor a part of a longer one', () => {
    const quote = quoteOf('|It rains a lot here. It rains a lot here. It rains a lot here.|')
    expect(found(quote, 'Now: It rains a lot here.')).toBe('stale')
    const short = quoteOf('|We go. Here we say that: We go. Here we say.|')
    expect(found(short, 'Here we say that: nothing.')).toBe('stale')
  })

  it('never fails, and never points outside, for any two texts', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', '. ', '。', '\n', 'é', 'e\u0301', '😀', '\uD83D', 'ﷺ', '\u1161'),
    })
    fc.assert(
      fc.property(text, text, fc.nat(20), (content, newer, start) => {
        const at = anchor({ content, start, end: start + content.length }, newer)
        if (at.state === 'stale') return
        expect(at.start).toBeGreaterThanOrEqual(0)
        expect(at.end).toBeGreaterThanOrEqual(at.start)
        expect(at.end).toBeLessThanOrEqual(newer.length)
      }),
    )
  })

  it('finds an empty passage wherever there is text for it', () => {
    expect(anchor({ content: '', start: 2, end: 2 }, 'abc')).toEqual({ state: 'exact', start: 2, end: 2 })
    expect(anchor({ content: '', start: 9, end: 9 }, 'abc')).toEqual({ state: 'stale' })
  })
})
