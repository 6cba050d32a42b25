import { describe, expect, it } from 'vitest'
import { findHighlight } from '@renderer/state/notes/find-highlight'
import { evidenceItem } from '../../../../support/research/sample-run'

/** A highlight of the only place of these words in a text, or of the nth. */
function highlight(text: string, quote: string, nth = 0) {
  let start = -1
  for (let at = 0; at <= nth; at += 1) start = text.indexOf(quote, start + 1)
  const end = start + quote.length
  const around = { before: text.slice(Math.max(0, start - 64), start), after: text.slice(end, end + 64) }
  return { sources: [{ ...evidenceItem(1, quote), start, end }], around }
}

const before = 'The north hut opened in 1921. The south hut opened in 1921. It was closed in 1950.'
const found = (text: string, place: { start: number; end: number } | null) =>
  place && text.slice(place.start, place.end)

describe('a highlight in a text that was read again', () => {
  it('follows its words, whatever came before them', () => {
    const after = `A new preface. ${before}`
    const place = findHighlight(after, highlight(before, 'It was closed in 1950.'))
    expect(place?.start).toBe(after.indexOf('It was closed'))
  })

  it('is told from the same words elsewhere by what stood around them', () => {
    const after = `The east hut opened in 1921. ${before}`
    const place = findHighlight(after, highlight(before, 'hut opened in 1921', 1))
    expect(after.slice((place?.start ?? 0) - 6, place?.start)).toBe('south ')
  })

  it('is found where lines break elsewhere, in Chinese and English', () => {
    const after = before.replace('opened in 1921. It was', 'opened in\n1921. It\nwas')
    expect(found(after, findHighlight(after, highlight(before, '1921. It was closed')))).toBe('1921. It\nwas closed')
    const chinese = '山北的木屋于一九二一年开放。'
    expect(found(`前言。${chinese}`, findHighlight(`前言。${chinese}`, highlight(chinese, '一九二一年开放')))).toBe(
      '一九二一年开放',
    )
  })

  it('has no place where its words are gone, or are so few that they might be any', () => {
    expect(findHighlight('Something else.', highlight(before, 'It was closed in 1950.'))).toBeNull()
    expect(findHighlight('Elsewhere a hut burned.', highlight(before, 'hut'))).toBeNull()
    expect(findHighlight(before, highlight(before, 'hut'))).toMatchObject({ start: before.indexOf('hut') })
    expect(findHighlight(before, { sources: [] })).toBeNull()
  })
})
