import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonRows } from '@renderer/features/viewer/text/kinds/json-rows'

function drawn(text: string): string[] | null {
  const rows = jsonRows(text, 'data.json')
  return (
    rows?.flatMap((row) =>
      row.kind === 'members'
        ? row.lines.map(({ start, end, depth }) => `${' '.repeat(depth)}${text.slice(start, end)}`)
        : [],
    ) ?? null
  )
}

const filler = 'x'.repeat(220)

describe('minified JSON', () => {
  it('breaks where an object or a list begins, ends and goes on, and nowhere inside words', () => {
    const text = `{"name":"Hut, {upper} [1]","tags":["a","b"],"none":{},"parts":[{"n":1},{"said":"\\"${filler}\\""}]}`
    expect(drawn(text)).toEqual([
      '{',
      ' "name":"Hut, {upper} [1]",',
      ' "tags":["a","b"],',
      ' "none":{},',
      ' "parts":[',
      '  {',
      '   "n":1',
      '  },',
      '  {',
      `   "said":"\\"${filler}\\""`,
      '  }',
      ' ]',
      '}',
    ])
  })

  // Catches a layout that moves, repeats or loses letters: marks would then stand at the wrong words.
  it('shows every letter of the text once, in order, at its own offset', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.boolean(), (value, broken) => {
        const whole = JSON.stringify([value, filler, '水'.repeat(5000), '😀'.repeat(2500)])
        const text = broken ? whole.slice(0, -7) : whole
        const rows = jsonRows(text, 'a.json') ?? []
        const shown = rows.flatMap((row) => (row.kind === 'members' ? row.lines : []))
        const before = shown.map(({ start }, at) => text.slice(shown[at - 1]?.end ?? 0, start))
        expect(before.join('').trim()).toBe('')
        expect(text.slice(shown.at(-1)?.end).trim()).toBe('')
        for (const { start, end } of shown) expect(end).toBeGreaterThan(start)
      }),
    )
  })

  it('that somebody laid out, that is short, or another file, stays as it is', () => {
    expect(jsonRows(JSON.stringify({ a: 1 }), 'a.json')).toBeNull()
    expect(jsonRows(JSON.stringify(Array(90).fill('some words'), null, 2), 'a.json')).toBeNull()
    expect(jsonRows(JSON.stringify(Array(90).fill('some words')), 'a.js')).toBeNull()
    expect(jsonRows('', 'a.json')).toBeNull()
  })

  it('of 5 MB on one line is cut in time that grows with its length', () => {
    const row = JSON.stringify({ id: 1, words: 'a b c', more: { deep: [1, 2, 3, [4, [5]]] } })
    expect(jsonRows(`[${Array(60_000).fill(row).join(',')}]`, 'a.json')?.length).toBeGreaterThan(1000)
    expect(jsonRows('['.repeat(200_000), 'a.json')?.length).toBeGreaterThan(1000)
    expect(jsonRows(`"${'\\"'.repeat(200_000)}`, 'a.json')).not.toBeNull()
  })
})
