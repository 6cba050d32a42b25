import type { AnswerRef, EvidenceItem } from '@shared/events'
import { describe, expect, it } from 'vitest'
import { citedPassages, citingTurn, passageOf, placeOfPassage, quoteIn } from '@renderer/state/chat/turns/turn-passages'

const item = (number: number, document: string, start: number, text: string): EvidenceItem => ({
  number,
  evidence_id: `e${number}`,
  kind: 'kb',
  document_id: document,
  document_name: document,
  format: 'text',
  heading_path: [],
  page: null,
  start,
  end: start + text.length,
  text,
  score: 1,
})
const ref = (number: number, from: number, to: number, at: number): AnswerRef => ({
  number,
  evidence_id: `e${number}`,
  selector: `chars:${from}-${to}`,
  response_start: at,
  response_end: at + 1,
})

const one = item(1, 'lake', 100, 'It is deep. It is wide.')
const two = item(2, 'hill', 40, 'It is high.')
const answer = {
  turn_id: 't_1',
  evidence: [one, two, item(3, 'moor', 0, 'Nobody cites this.')],
  refs: [ref(1, 12, 23, 30), ref(2, 0, 11, 10), ref(1, 0, 11, 0), ref(1, 12, 23, 50)],
}

describe('the passages an answer cites', () => {
  it('are in the order of the answer, over all documents, each once, with what stands there', () => {
    expect(citedPassages(answer)).toEqual([
      { id: 'lake', range: { start: 100, end: 111 }, quote: 'It is deep.' },
      { id: 'hill', range: { start: 40, end: 51 }, quote: 'It is high.' },
      { id: 'lake', range: { start: 112, end: 123 }, quote: 'It is wide.' },
    ])
  })

  it('leave out a number without evidence, and take the whole passage where the selector says nothing', () => {
    const refs = [ref(9, 0, 4, 0), { ...ref(2, 0, 1, 5), selector: 'page:3' }]
    expect(citedPassages({ ...answer, refs })).toEqual([passageOf(two, null)])
  })

  // Would catch a reload that marks by offsets alone where the document has changed since.
  it('have their quote again when only their place is known', () => {
    const lake = { id: 'lake', range: { start: 112, end: 123 } }
    expect(quoteIn([answer], lake)).toBe('It is wide.')
    expect(quoteIn([answer], { id: 'moor', range: { start: 0, end: 18 } })).toBe('Nobody cites this.')
    expect(quoteIn([answer], { id: 'lake', range: { start: 112, end: 120 } })).toBeUndefined()
    // An offset may have been cited before and after the document changed: the newest answer is the likelier one.
    const newer = {
      ...answer,
      turn_id: 't_2',
      evidence: [item(1, 'lake', 112, 'It was deep')],
      refs: [ref(1, 0, 11, 0)],
    }
    expect(quoteIn([answer, newer], lake)).toBe('It was deep')
  })

  it('belong to the answer in view, otherwise to the newest that cites what is on show', () => {
    const lake = { id: 'lake', range: { start: 100, end: 111 } }
    const newer = { ...answer, turn_id: 't_2' }
    const other = { ...answer, turn_id: 't_3', refs: [] }
    expect(citingTurn([answer, newer, other], answer, lake)).toBe(answer)
    expect(citingTurn([answer, newer, other], other, lake)).toBe(newer)
    expect(citingTurn([other], other, lake)).toBeUndefined()
  })
})

describe('placeOfPassage', () => {
  it('is where the cited part stands, not where the passage begins', () => {
    const places = [
      { start: 100, heading_path: ['Depth'], page: 1 },
      { start: 112, heading_path: ['Width'], page: 2 },
    ]
    const placed = { evidence: [{ ...one, places }] }
    const wide = { id: 'lake', range: { start: 112, end: 123 } }
    expect(placeOfPassage(placed, wide)).toMatchObject({ heading_path: ['Width'], page: 2 })
    expect(placeOfPassage(placed, { ...wide, id: 'hill' })).toBeNull()
  })
})
