import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { higherSensitivity, Sensitivity, type SessionContext } from '@shared/session/session-context'
import type { RecalledExchange } from '@engine/ports/storage/earlier-sessions'
import { sensitiveNames, withCurrentSensitivity, withWhatTheyRestOn } from '@engine/session/context/current-sensitivity'
import { passageEvidence, passageOfEvidence } from '@engine/session/context/evidence'
import { recordedSession } from '../export/recorded-session'

const level = fc.option(fc.constantFrom(...Sensitivity.options), { nil: undefined })
const rank = (one: Sensitivity | undefined) => (one === undefined ? -1 : Sensitivity.options.indexOf(one))

const exchange = (id: string, turn_id: string): RecalledExchange => ({
  header: { id, title: '', message_count: 2, created_at: '', updated_at: '', pinned: false },
  turn_id,
  question: 'q',
  answer: 'a',
  score: 1,
})

describe('how sensitive a record is now', () => {
  test('a tag only ever raises it (bug: a document without tags lowered a mark by hand)', () => {
    fc.assert(
      fc.property(level, level, (marked, now) => {
        const sensitivity = marked === undefined ? {} : { sensitivity: marked }
        const context = recordedSession('s', [
          { id: 't', question: 'q', cites: [{ says: 'It is so.', ...sensitivity }] },
        ])
        const raised = withCurrentSensitivity(context, (id) => (id === 'doc-t-0' ? now : undefined))
        expect(rank(raised.evidences['t-e1']?.sensitivity)).toBe(Math.max(rank(marked), rank(now)))
        expect(higherSensitivity(marked, now)).toBe(higherSensitivity(now, marked))
      }),
    )
  })

  test('a name that an open document has too is no secret', () => {
    const document = (name: string, title: string, ...tags: string[]) => ({ name, title, tags })
    expect(
      sensitiveNames([document('a.md', 'Notes', 'Secret'), document('b.md', 'Notes'), document('c.md', '', '机密')]),
    ).toEqual(['a.md', 'c.md'])
  })
})

describe('what an earlier answer rests on', () => {
  const contexts: Record<string, SessionContext> = {
    first: recordedSession('first', [
      { id: 't1', question: 'q', cites: [{ says: 'One thing.' }, { says: 'Another.', sensitivity: 'internal' }] },
      { id: 't2', question: 'q', cites: [{ says: 'Open.' }] },
    ]),
  }
  const load = (id: string) => {
    const context = contexts[id]
    return context ? Promise.resolve(context) : Promise.reject(new CairnError('NOT_FOUND', 'gone'))
  }

  test('is the most sensitive of what it cites, by mark or tag', async () => {
    const recalled = [exchange('first', 't1'), exchange('first', 't2')]
    const found = await withWhatTheyRestOn(recalled, { load, sensitivityOf: () => undefined })
    expect(found.map(({ restsOn }) => restsOn)).toEqual([
      { documents: ['doc-t1-0', 'doc-t1-1'], sensitivity: 'internal' },
      { documents: ['doc-t2-0'] },
    ])
    const tagged = await withWhatTheyRestOn(recalled, {
      load,
      sensitivityOf: (id) => (id === 'doc-t1-0' ? 'secret' : undefined),
    })
    expect(tagged.map(({ restsOn }) => restsOn?.sensitivity)).toEqual(['secret', undefined])
  })

  test('one whose record cannot be read is not repeated', async () => {
    const found = await withWhatTheyRestOn([exchange('gone', 't1'), exchange('first', 't2')], {
      load,
      sensitivityOf: () => undefined,
    })
    expect(found.map(({ header }) => header.id)).toEqual(['first'])
  })

  test('goes through evidence and back, so that pinning or recalling it once more does not lose it', () => {
    const chunk = {
      ...{ id: 'chat:first:t1', doc_id: 'first', doc_name: 'First', title: 'First', revision: 't1', collection: '' },
      ...{ format: 'chat', index: 0, text: 'It is so.', start: 0, end: 9, page: null, heading_path: ['q'] },
      ...{ context: '2026-01-01', token_count: 0, window_start: 0, window_end: 9 },
    }
    const found = { vector: new Float32Array(), search: '', placements: [], fused: 0, features: null, score: 1 }
    const restsOn = { documents: ['d1'], sensitivity: 'secret' } as const
    const passage = { ...found, chunk, start: 0, end: 9, text: 'It is so.', restsOn }
    const evidence = passageEvidence(passage, { toolCallId: 'c', at: '', document: undefined })
    expect(evidence.sensitivity).toBe('secret')
    expect(passageOfEvidence(evidence, 1)?.restsOn).toEqual(restsOn)
    const unmarked = { ...evidence }
    delete unmarked.sensitivity
    const context = { ...recordedSession('s', []), evidences: { [evidence.evidence_id]: unmarked } }
    const now = withCurrentSensitivity(context, (id) => (id === 'd1' ? 'confidential' : undefined))
    expect(now.evidences[evidence.evidence_id]?.sensitivity).toBe('confidential')
  })
})
