import { beforeAll, describe, expect, test } from 'vitest'
import type { Chunk } from '@shared/documents'
import type { ContextBlock, Evidence } from '@shared/session/session-context'
import type { DroppedPassage, TurnTrace } from '@shared/session/turn-trace'
import { attribute } from '@engine/pipeline/replay/attribute'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { toPassage } from '@engine/retrieval/passage'
import { passageEvidence } from '@engine/session/context/evidence'
import { fakeChunkIndex } from '../../../fakes/chunk-index'
import { emptyBasis, type Recorded, sessionOf } from './recorded-session'

const english =
  'Every set of readings has one keeper. The data manager, Gu Haoran, is responsible for this policy. ' +
  'Copies lie in the vault of Brunnach and are compared on the first Monday of every quarter.'
const chinese =
  '每套读数都有一名负责人。数据经理一职由顾浩然担任，他对本政策负责。备份存放在布伦纳赫的保险库，每季度核对一次。'
const other = 'The harbour crane lifts twelve tonnes and is greased in spring.'

let index: Awaited<ReturnType<typeof fakeChunkIndex>>
const terms = createTermTable([['data manager', '数据经理']])

beforeAll(async () => {
  index = await fakeChunkIndex([
    { name: 'policy.md', text: english },
    { name: '政策.md', text: chinese },
    { name: 'harbour.md', text: other },
  ])
})

function chunkAt(at: number): Chunk {
  const chunk = index.chunks[at]
  if (!chunk) throw new Error(`There is no chunk ${at}.`)
  return chunk
}

/** A passage of one of the three documents, from its beginning. */
function evidenceOf(at: number, length = Infinity): Evidence {
  const chunk = chunkAt(at)
  const text = chunk.text.slice(0, length)
  const passage = { ...toPassage({ chunk, vector: new Float32Array(), search: '' }, []), text, end: text.length }
  return passageEvidence(passage, { toolCallId: 't1-kb', at: '2024-01-01T00:00:00Z', document: undefined })
}

function block(evidence: Evidence, more: Partial<ContextBlock> = {}): ContextBlock {
  return {
    block_id: `b_${evidence.evidence_id}`,
    block_type: 'evidence',
    priority: 'high',
    turn_id: 't1',
    refs: [{ evidence_id: evidence.evidence_id }],
    decision: { action: 'kept' },
    ...more,
  }
}

const explained = (recorded: Recorded, expected: string) =>
  attribute(sessionOf(recorded), { turnId: 't1', expected }, { index, terms }, new AbortController().signal)

const refusal: Partial<TurnTrace> = { shortcut: 'C', evidence: [], found: [] }

describe.each([
  { language: 'English', at: 0, expected: 'the data manager is Gu Haoran' },
  { language: 'Chinese', at: 1, expected: '顾浩然担任了数据经理' },
])('what is expected in other words, $language', ({ at, expected }) => {
  // Would catch a record that is searched for the literal words only: such a passage was "never found".
  test('is seen in the passages of the prompt', async () => {
    const evidence = evidenceOf(at)
    const { verdict, evidence: places } = await explained(
      { evidences: [evidence], blocks: [block(evidence)] },
      expected,
    )
    expect(verdict).toBe('unused')
    expect(places).toMatchObject([{ evidence_id: evidence.evidence_id, left_out_by: null }])
    // Would catch a place that cannot be opened, or is opened elsewhere.
    const { doc_id, revision, start, end } = chunkAt(at)
    expect(places[0]?.passage).toEqual({ document_id: doc_id, revision, start, end })
  })

  test('is seen in the answer, citation marks aside', async () => {
    const evidence = evidenceOf(at)
    const answer = evidence.content?.replaceAll(/(?<=[.,，。])/gu, '[1]') ?? ''
    const recorded = { answer, evidences: [evidence], blocks: [block(evidence)] }
    expect((await explained(recorded, expected)).verdict).toBe('answered')
  })

  // Would catch a refusal that names what it did not find and counts as an answer for that.
  test('is not answered by a refusal that repeats it', async () => {
    const recorded = { answer: `Nothing in your documents says that ${expected}.`, trace: refusal }
    expect((await explained(recorded, expected)).verdict).toBe('never_found')
  })
})

describe.each([
  { language: 'English', at: 0, kept: 38, expected: 'vault of Brunnach', shown: 'one keeper' },
  { language: 'Chinese', at: 1, kept: 12, expected: '布伦纳赫的保险库', shown: '一名负责人' },
])('a shortened block, $language', ({ at, kept, expected, shown }) => {
  const shortened = (evidence: Evidence) =>
    block(evidence, {
      refs: [{ evidence_id: evidence.evidence_id, selector: `chars:0-${kept}` }],
      decision: { action: 'shortened', reason: 'over_budget' },
    })

  // Would catch a verdict on what the evidence says rather than on what of it was in the prompt.
  test('leaves out what is behind its cut', async () => {
    const evidence = evidenceOf(at)
    const { verdict, evidence: places } = await explained(
      { evidences: [evidence], blocks: [shortened(evidence)] },
      expected,
    )
    expect(verdict).toBe('trimmed')
    expect(places[0]).toMatchObject({ left_out_by: 'over_budget', block_id: `b_${evidence.evidence_id}` })
  })

  test('holds what is before its cut', async () => {
    const evidence = evidenceOf(at)
    const recorded = { evidences: [evidence], blocks: [shortened(evidence)] }
    expect((await explained(recorded, shown)).verdict).toBe('unused')
  })
})

describe('evidence without a block', () => {
  // Would catch a wider search that was not used counting as part of the prompt.
  test.each([
    [0, 'vault of Brunnach'],
    [1, '布伦纳赫的保险库'],
  ])('did not get into a prompt that has other blocks (%i)', async (at, expected) => {
    const [shown, wider] = [evidenceOf(2), evidenceOf(at)]
    const recorded = { evidences: [shown, wider], blocks: [block(shown)] }
    const { verdict, evidence: places } = await explained(recorded, expected)
    expect(verdict).toBe('trimmed')
    expect(places[0]).toMatchObject({ evidence_id: wider.evidence_id, block_id: null, left_out_by: 'cut' })
  })

  // The prompt was late or failed, and the answer was composed from the passages themselves.
  test('was read where the record has no prompt but says what was read', async () => {
    const evidence = evidenceOf(0)
    const read = async (length: number, expected: string) => {
      const basis = { ...emptyBasis, passages: [{ evidence_id: evidence.evidence_id, score: 1, length }] }
      return (await explained({ evidences: [evidence], trace: { basis } }, expected)).verdict
    }
    expect(await read(1000, 'vault of Brunnach')).toBe('unused')
    expect(await read(38, 'vault of Brunnach')).toBe('trimmed')
  })
})

describe('evidence the user excluded', () => {
  const excluded = (evidence: Evidence) =>
    block(evidence, { priority: 'low', decision: { action: 'cut', reason: 'excluded' } })

  // Would catch a record searched for found evidence only: what is excluded is not searched for at all.
  test.each([
    [0, 'vault of Brunnach'],
    [1, '备份存放在布伦纳赫'],
  ])('was known, and left out because of that (%i)', async (at, expected) => {
    const evidence = evidenceOf(at)
    const recorded = { evidences: [evidence], found: [], blocks: [excluded(evidence)] }
    const { verdict, evidence: places } = await explained(recorded, expected)
    expect(verdict).toBe('trimmed')
    expect(places[0]).toMatchObject({ evidence_id: evidence.evidence_id, left_out_by: 'excluded' })
  })

  // A refusal has no prompt, so only the choices say it.
  test('was left out of a refusal by the user', async () => {
    const evidence = evidenceOf(0)
    const choices = { pinned: [], excluded: [evidence.evidence_id] }
    const recorded = { evidences: [evidence], found: [], trace: { ...refusal, choices } }
    const { verdict, evidence: places } = await explained(recorded, 'vault of Brunnach')
    expect([verdict, places[0]?.left_out_by]).toEqual(['trimmed', 'excluded'])
  })

  // No chunk with any excluded text is searched, and the words may stand in the rest of it.
  test('takes the rest of its chunk with it', async () => {
    const evidence = evidenceOf(0, 38)
    const choices = { pinned: [], excluded: [evidence.evidence_id] }
    const recorded = { evidences: [evidence], found: [], blocks: [excluded(evidence)], trace: { choices } }
    const { verdict, evidence: places } = await explained(recorded, 'vault of Brunnach')
    expect([verdict, places[0]?.left_out_by]).toEqual(['trimmed', 'excluded'])
  })
})

describe('what the library holds', () => {
  const dropped = (start: number, end: number): DroppedPassage => ({
    chunk_id: 'c9',
    document_id: 'd0',
    document_title: 'policy.md',
    revision: 'r',
    start,
    end,
    rank: 4,
    score: 0.1,
    by: 'truncate',
  })

  test('was left out where the search left that place out', async () => {
    const { verdict, evidence } = await explained(
      { trace: { dropped: [dropped(0, english.length)] } },
      'vault of Brunnach',
    )
    expect([verdict, evidence[0]?.left_out_by]).toEqual(['trimmed', 'truncate'])
  })

  // Would catch a neighbour that shares a few characters with the chunk standing for it.
  test('was never found where only another part of its chunk was left out', async () => {
    const { verdict } = await explained({ trace: { dropped: [dropped(0, 38)] } }, 'vault of Brunnach')
    expect(verdict).toBe('never_found')
  })

  // The index reads a chunk with its headings and with the header of its table; the evidence is that chunk's text.
  test('was in the prompt where the evidence is the chunk that stands under the words', async () => {
    const chunk = { ...chunkAt(0), text: 'KCS-013,airbag,10' }
    const search = 'item store name quantiti kcs-013 kcs 013 airbag 10'
    const hit = { chunk: { ...chunk, end: 17 }, score: 1, vector: new Float32Array(), search }
    const table = { ...index, textSearch: () => Promise.resolve([hit]) }
    const evidence = passageEvidence(
      { ...toPassage(hit, []), text: hit.chunk.text },
      { toolCallId: 't1-kb', at: '', document: undefined },
    )
    const session = sessionOf({ evidences: [evidence], blocks: [block(evidence)] })
    const { signal } = new AbortController()
    const found = await attribute(
      session,
      { turnId: 't1', expected: 'item store name airbag' },
      { index: table, terms },
      signal,
    )
    expect([found.verdict, found.evidence[0]?.evidence_id]).toEqual(['unused', evidence.evidence_id])
  })

  test('is not found again where it is not', async () => {
    expect((await explained({}, 'four hundred umbrellas')).verdict).toBe('not_in_library')
  })
})

describe('a turn that a tool answered', () => {
  const run = {
    ...{ call_id: 'c1', tool: 'table_query', title: 'Tables', question: 'How much sand?', args: {}, called_at: '' },
    ...{ state: 'done' as const, text: 'There are 9 t of sand.' },
    table: { columns: ['What', 'Weight'], rows: [{ cells: ['sand', '9 t'] }], total: 1 },
  }
  const answeredBy = (unsearched: boolean, error?: { code: 'TOOL_FAILED'; message: string; action: string }) => {
    const evidence = evidenceOf(2)
    const told = { call_id: 'c1', evidence_id: null, evidence: [evidence.evidence_id] }
    const tools = [{ ...told, rows: [{ cells: ['sand', '9 t'], evidence_id: evidence.evidence_id }] }]
    const basis = { ...emptyBasis, tools, unsearched }
    const runs = [error ? { ...run, state: 'failed' as const, error } : run]
    return { answer: run.text, evidences: [evidence], found: [], trace: { basis, tools: runs, evidence: [] } }
  }

  // Would catch "it is not in the library" and "search did not find it" where nothing was searched.
  test.each(['four hundred umbrellas', 'vault of Brunnach'])(
    'tells of %s what the tool said, and its rows',
    async (expected) => {
      const { verdict, tools } = await explained(answeredBy(true), expected)
      expect(verdict).toBe('tool_answered')
      const rows = [{ cells: ['sand', '9 t'], document_title: 'harbour.md', place: null }]
      expect(tools).toMatchObject([{ title: 'Tables', text: run.text, failed: false, rows, documents: ['harbour.md'] }])
    },
  )

  test('beside documents or in vain, these are held to have been searched', async () => {
    const error = { code: 'TOOL_FAILED' as const, message: 'No table.', action: '' }
    const { verdict, tools } = await explained(answeredBy(false, error), 'four hundred umbrellas')
    expect(verdict).toBe('not_in_library')
    expect(tools).toMatchObject([{ text: 'No table.', failed: true }])
  })
})

describe('a refusal', () => {
  test('with the words in its prompt was wrong', async () => {
    const evidence = evidenceOf(0)
    const recorded = { answer: 'I found nothing.', evidences: [evidence], blocks: [block(evidence)] }
    const { verdict } = await explained({ ...recorded, trace: { evidence: [] } }, 'vault of Brunnach')
    expect(verdict).toBe('refused_wrongly')
  })
})
