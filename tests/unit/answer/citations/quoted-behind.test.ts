import { describe, expect, test } from 'vitest'
import type { EvidenceItem } from '@shared/events'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import { quotedBehind } from '@engine/answer/citations/quoted-behind'

const item = (number: number, id: string): EvidenceItem => ({
  number,
  evidence_id: id,
  kind: 'kb',
  document_id: id,
  document_name: `${id}.md`,
  format: 'text',
  heading_path: [],
  page: null,
  start: 0,
  end: 3,
  text: id,
  score: 1,
})

/** An answer whose every `word [n]` cites the source of that number. */
function answer(response: string, ids: readonly string[]): CitedAnswer {
  const refs = [...response.matchAll(/(\w+) \[(\d+)\]/gu)].map(({ index, 1: word = '', 2: number }) => ({
    number: Number(number),
    evidence_id: ids[Number(number) - 1] ?? '',
    selector: 'chars:0-3',
    response_start: index,
    response_end: index + word.length,
  }))
  return { response, refs, evidence: ids.map((id, at) => item(at + 1, id)) }
}

describe('a quoted answer behind a written one', () => {
  // Would catch a mark that opens the source of another one, and a reference to the wrong words.
  test('numbers its sources on; what both cite keeps its number; every reference stands at its words', () => {
    const nine = Array.from({ length: 9 }, (_, at) => `doc${at}`)
    const written = answer('Pumps [9]. And', nine)
    const quoted = answer('old [1] new [2] late [3]', ['fresh', 'doc8', 'other'])
    const { answer: joined, placeOf, numberOf } = quotedBehind(written, '\n\n', quoted)
    expect(joined.response).toBe('Pumps [9]. And\n\nold [10] new [9] late [11]')
    expect(joined.evidence.map(({ number, evidence_id: id }) => `${number} ${id}`).slice(8)).toEqual([
      '9 doc8',
      '10 fresh',
      '11 other',
    ])
    const said = joined.refs.map(({ number, evidence_id: id, response_start: start, response_end: end }) =>
      [joined.response.slice(start, end), number, id].join(' '),
    )
    expect(said).toEqual(['Pumps 9 doc8', 'old 10 fresh', 'new 9 doc8', 'late 11 other'])
    expect(joined.response.slice(placeOf(quoted.response.indexOf('late')))).toBe('late [11]')
    expect([1, 2, 3].map(numberOf)).toEqual([10, 9, 11])
  })
})
