import { describe, expect, test } from 'vitest'
import type { EvidenceItem } from '@shared/events'
import type { PlanTask } from '@shared/research/plan-spec'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { claimsOf } from '@engine/research/ledger/claims-of'
import { conflictsOf } from '@engine/research/ledger/conflicts-of'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { fakeChunkIndex } from '../../../fakes/chunk-index'
import contradictions from '../../../fixtures/research/contradiction-pairs.json'
import { evidenceItem } from '../../../support/research/sample-run'

async function found(description: string, evidence: readonly EvidenceItem[], more: Partial<PlanTask> = {}) {
  const index = await fakeChunkIndex(evidence.map(({ document_name: name, text }) => ({ name, text })))
  const rooms = { answerEmbedder: createHashedNgramEmbedder(), terms: createTermTable([]), index }
  const task: PlanTask = { id: 'task_001', description, tool: 'search', priority: 5, depends_on: [], ...more }
  return claimsOf({ task, question: description, evidence, language: 'en' }, rooms, new AbortController().signal)
}

const of2023 = evidenceItem(
  1,
  'The north hut has a kitchen. Guests of the north hut pay a winter fee of 40 euros a night. Dogs sleep outside.',
  { document_name: 'handbook-2023.md', heading_path: ['Fees'] },
)
const of2024 = evidenceItem(
  2,
  'Guests of the north hut pay a winter fee of 45 euros a night. The kitchen of the north hut was closed in May 2024.',
  { document_name: 'handbook-2024.md', heading_path: ['Fees'] },
)

describe('claims of a task', () => {
  test('are the words of the evidence, letter for letter, at their selectors', async () => {
    const { claims } = await found('What do guests of the north hut pay?', [of2023, of2024])
    expect(claims.map(({ text }) => text)).toContain('Guests of the north hut pay a winter fee of 40 euros a night.')
    const byId = new Map([of2023, of2024].map((item) => [item.evidence_id, item.text]))
    for (const {
      text,
      for: [first],
    } of claims) {
      const [, start, end] = /^chars:(\d+)-(\d+)$/u.exec(first?.selector ?? '') ?? []
      expect(byId.get(first?.evidence_id ?? '')?.slice(Number(start), Number(end))).toBe(text)
    }
  })

  test('hold at the date of the sentence, else of the document', async () => {
    const { claims } = await found('What about the kitchen and the winter fee of the north hut?', [of2023, of2024])
    const dateOf = (words: string) => claims.find(({ text }) => text.includes(words))?.date
    expect(dateOf('closed in May')).toBe('2024-05')
    expect(dateOf('40 euros')).toBe('2023')
  })

  test('a word that nothing speaks of is told as it was written', async () => {
    const { gaps } = await found('What do guests pay for sleighing at the north hut?', [of2023])
    expect(gaps.map(({ missing }) => missing).join(' ')).toContain('sleighing')
  })

  test('are of the document, not of the fields that describe it before it begins', async () => {
    const text =
      'title: Fees of guests at the north hut\nvalid_from: 2024-05-01, guests of the north hut\n---\nGuests of the north hut pay 40 euros a night.'
    const front = { start: 0, heading_path: [], page: null, front_matter: true as const }
    const item = evidenceItem(5, text, {
      places: [front, { start: text.indexOf('Guests'), heading_path: [], page: null }],
    })
    for (const task of [{}, { tool: 'read' as const }]) {
      const { claims } = await found('What do guests of the north hut pay?', [item], task)
      expect(claims.map((claim) => claim.text)).toEqual(['Guests of the north hut pay 40 euros a night.'])
    }
    // As an older Cairn stored it, the fields are lines like any other.
    const { claims } = await found('What do guests of the north hut pay?', [{ ...item, places: undefined }])
    expect(claims.length).toBeGreaterThan(0)
  })

  test('leave out lists of literature, whatever figures they have', async () => {
    const listed = evidenceItem(
      4,
      'Guests of the hut pay 40 euros a night. North Hut Fees. Alpine Press. pp. 378-379, 449.',
    )
    const { claims } = await found('What do guests of the hut pay?', [listed])
    expect(claims.map(({ text }) => text).join(' ')).not.toContain('378')
  })

  test('of many sentences are those that speak of the goal with a figure, the most relevant first', async () => {
    const filler = Array.from(
      { length: 60 },
      (_, at) => `Cloud number ${'x'.repeat(1 + (at % 7))} drifted past the old window.`,
    )
    const { claims } = await found('What do guests of the north hut pay?', [
      of2023,
      evidenceItem(5, filler.join(' '), { document_name: 'weather.md' }),
    ])
    expect(claims[0]?.text).toContain('40 euros')
    expect(claims.length).toBeLessThan(20)
    const values = claims.map(({ relevance = 0 }) => relevance)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
  })

  test('one fact in two documents is one claim with two sources', async () => {
    const copy = evidenceItem(
      3,
      'Guests of the north hut pay a winter fee of 40 euros a night. Boots stay in the hall.',
    )
    const { claims } = await found('What winter fee do guests of the north hut pay?', [of2023, copy])
    const fees = claims.filter(({ text }) => text.includes('40 euros'))
    expect(fees.map((claim) => claim.for.map(({ evidence_id: id }) => id))).toEqual([['e1', 'e3']])
  })

  test('what says otherwise is against, and a conflict by time where the documents are of different years', async () => {
    const { claims } = await found('What winter fee do guests of the north hut pay?', [of2023, of2024])
    const old = claims.find(({ text }) => text.includes('40 euros'))
    expect(old?.against.map(({ evidence_id: id }) => id)).toEqual(['e2'])
    expect(conflictsOf(claims)).toMatchObject([{ kind: 'values', by_time: true }])
    expect(conflictsOf(claims)[0]?.stated.toSorted()).toEqual(['40 euros', '45 euros'])
  })

  test('what nothing speaks of is a gap', async () => {
    const { gaps } = await found('What is the winter fee and the helicopter number?', [of2023])
    expect(gaps).toEqual([{ task_id: 'task_001', missing: expect.stringContaining('helicopt') as string }])
    expect((await found('What is the fee?', [])).gaps).toEqual([{ task_id: 'task_001', missing: 'What is the fee?' }])
  })

  test('a table is asked row by row, without its names of columns', async () => {
    const result = evidenceItem(1, 'Sum of nights\nhut | nights\nnorth | 12\nsouth | 30', {
      kind: 'tool',
      format: 'tool',
    })
    const { claims } = await found('Nights a hut', [result], { tool: 'tables' })
    expect(claims.map(({ text }) => text)).toContain('south | 30')
    expect(claims.map(({ text }) => text)).not.toContain('hut | nights')
  })

  test('reading asks for what shows the sign of a respect: dates are in sentences that have one', async () => {
    const history = evidenceItem(
      1,
      'The society was founded in 1961. It is proud of its huts. The north hut burned down on 3 May 1972. Everybody helped to rebuild it.',
    )
    const { claims } = await found('Which dates and periods are given?', [history], { tool: 'read' })
    expect(claims.map(({ date }) => date).toSorted()).toEqual(['1961', '1972-05-03'])
  })
})

describe('contradictions', () => {
  const claim = (text: string, more = {}) => ({
    id: text,
    task_id: 'task_001',
    text,
    wording: 'quoted' as const,
    for: [{ evidence_id: 'e', document_id: 'd', selector: 'chars:0-1' }],
    against: [],
    date: null,
    confidence: 1,
    ...more,
  })

  const elsewhere = { for: [{ evidence_id: 'f', document_id: 'e', selector: 'chars:0-1' }] }

  test('are told of two documents, not of what one says in two places', () => {
    const [one, other] = [
      'The pump moves 40 litres of water per second.',
      'The pump moves 45 litres of water per second.',
    ]
    expect(conflictsOf([claim(one), claim(other)])).toEqual([])
  })

  /** Written before the comparison was; those of even numbers were only counted. */
  test('are told of pairs of sentences in other words, and hardly of what only looks like it', () => {
    const counts = { same: 0, near: 0 }
    for (const { id, one, other } of contradictions.pairs) {
      const [, kind] = id.split('-')
      if (conflictsOf([claim(one), claim(other, elsewhere)]).length > 0) counts[kind === 'same' ? 'same' : 'near'] += 1
    }
    expect(counts.same).toBeGreaterThanOrEqual(12)
    expect(counts.near).toBeLessThanOrEqual(4)
  })

  test.each([
    ['The pump moves 40 litres of water per second.', 'The pump moves 45 litres of water per second.', 'values'],
    ['Visitors may bring dogs into the hut.', 'Visitors may not bring dogs into the hut.', 'denial'],
    ['The bridge over the river opened in 1961.', 'The bridge over the river opened in 1963.', 'values'],
  ])('%s / %s', (one, other, kind) => {
    expect(conflictsOf([claim(one), claim(other, elsewhere)])).toMatchObject([{ kind, by_time: false }])
  })

  test.each([
    ['Fees of the hut at Arven are 40 euros a night.', 'Fees of the hut at Belmont are 45 euros a night.'],
    ['| North hut | 24 beds for guests |', '| South hut | 12 beds for guests |'],
    ['The pump moves 40 litres of water per second.', 'The pump moves 40 litres of water per second.'],
    [
      '28 U.S.C. § 586(b) UST Appointment of Standing Trustee',
      'The unjustified failure of an attorney to appear at the meeting warrants a standing trustee’s motion under 11 U.S.C. § 329(b) to',
    ],
    [
      'The bond must be approved by the United States Trustee, 11 U.S.C. 345.',
      'The plan must be approved by the United States Trustee, 28 U.S.C. 586.',
    ],
    ['The striker scored 96 goals in 306 games.', 'The striker scored just 7 goals in 47 games.'],
  ])('none: %s / %s', (one, other) => {
    expect(conflictsOf([claim(one), claim(other, elsewhere)])).toEqual([])
  })

  test('what is compared with each other does not contradict each other', () => {
    const one = claim('The pump moves 40 litres of water per second.', { subject: 'A' })
    const other = claim('The pump moves 45 litres of water per second.', { subject: 'B', ...elsewhere })
    expect(conflictsOf([one, other])).toEqual([])
  })
})
