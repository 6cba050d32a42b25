import { describe, expect, it } from 'vitest'
import { documentPlaceOf, shownPlaceOf } from '@renderer/features/context/document-place'
import { usedEvidence } from './context-fixture'

const ref = { number: 1, evidence_id: 'e', selector: 'chars:4-8', response_start: 0, response_end: 9 }

describe('the place of a passage', () => {
  // Would catch the recorded offsets opened in a document that has changed since.
  it('is where it stands now, at the words that are cited', () => {
    const moved = usedEvidence('e', {}, { state: 'moved', start: 500, end: 500 + 67 })
    expect(shownPlaceOf(moved, [ref])).toEqual({ id: 'd_e', range: { start: 504, end: 508 }, quote: 'pump' })
    expect(shownPlaceOf(moved, [{ ...ref, evidence_id: 'other' }])?.range).toEqual({ start: 500, end: 567 })
  })

  it('has no quote and no parts where its words have changed', () => {
    const changed = usedEvidence('e', {}, { state: 'changed', start: 90, end: 140 })
    expect(shownPlaceOf(changed, [ref])).toEqual({ id: 'd_e', range: { start: 90, end: 140 } })
  })

  it('is the document alone where its words are gone, and nothing where the document is', () => {
    expect(shownPlaceOf(usedEvidence('e', {}, { state: 'stale', start: 0, end: 9 }), [ref])).toEqual({
      id: 'd_e',
      range: null,
    })
    expect(shownPlaceOf(usedEvidence('e', {}, { state: 'deleted', start: 0, end: 9 }), [ref])).toBeNull()
  })

  // Would catch a record from elsewhere that crashes the panel.
  it('is unknown where the record does not say it, or it is no passage', () => {
    expect(documentPlaceOf(usedEvidence('e', { metadata: { document_id: 7 } }))).toBeNull()
    expect(documentPlaceOf(usedEvidence('e', { metadata: undefined }))).toBeNull()
    expect(documentPlaceOf(usedEvidence('e', { type: 'user_input' }))).toBeNull()
    expect(documentPlaceOf(usedEvidence('e', { metadata: { document_id: 'd', start: 1, end: 2, page: 0 } }))).toEqual({
      document_id: 'd',
      format: 'text',
      start: 1,
      end: 2,
      page: null,
      heading_path: [],
    })
  })
})
