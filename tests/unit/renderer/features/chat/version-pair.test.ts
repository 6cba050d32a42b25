import { describe, expect, it } from 'vitest'
import { beginTurn, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { settledVersions } from '@renderer/state/chat/turns/turn-versions'
import { differenceOf, firstPair, wordsOfVersion } from '@renderer/features/chat/versions/version-pair'
import { compose, evidenceItem } from './answer-fixture'

function version(id: string, fields: Partial<Turn> = {}): Turn {
  const start = { session_id: 's', turn_id: id, question: 'q', filter: null, replaces: null, asked_at: '2026-01-01' }
  return { ...beginTurn(start), status: 'complete', trace_id: id, ...fields }
}

describe('which versions are compared first', () => {
  const [a, b, c] = [version('a'), version('b'), version('c')]
  const ids = (versions: Turn[], shown: string) => {
    const pair = firstPair(versions, shown)
    return pair && [pair.before.turn_id, pair.after.turn_id]
  }

  it('is the one on show with the one before it, or the first with the second', () => {
    expect(ids([a, b, c], 'c')).toEqual(['b', 'c'])
    expect(ids([a, b, c], 'b')).toEqual(['a', 'b'])
    expect(ids([a, b, c], 'a')).toEqual(['a', 'b'])
  })

  // Catches an answer compared that still grows, or one that has no record whose settings could be read.
  it('leaves out what still grows or was never taken', () => {
    const grows = version('c', { status: 'running' })
    const untaken = version('d', { status: 'error', trace_id: '' })
    expect(settledVersions([a, grows, untaken])).toEqual([a])
    expect(ids([a, grows], 'c')).toBeNull()
    expect(ids([a, b, grows], 'c')).toEqual(['a', 'b'])
  })
})

describe('what two versions differ in', () => {
  const said = (text: string, number: number) => compose([{ text, number, item: false }])

  // Catches numbers of citations taken for words: the same sentence is cited as [1] here and as [2] there.
  it('is words, not the numbers of citations', () => {
    const before = version('a', { ...said('The fee is 20 euros.', 1), evidence: [evidenceItem(1, 'txt')] })
    const after = version('b', { ...said('The fee is 20 euros.', 2), evidence: [evidenceItem(2, 'txt')] })
    expect(differenceOf({ before, after }).answer).toEqual({ kind: 'same' })
  })

  // Catches the bars and rules of a table, which are no words, shown and marked as what differs.
  it('is told of a table as it is read, without the frame it is written in', () => {
    const response = 'It takes **19 minutes**.\n\n| Ticket | State |\n|---|---|\n| TKT-1051 | closed |'
    expect(wordsOfVersion(version('a', { response })).answer).toBe(
      'It takes 19 minutes.\n\nTicket · State\nTKT-1051 · closed',
    )
  })

  it('is told word by word where they share enough, and not at all where they do not', () => {
    const pair = {
      before: version('a', { response: '湖面每年十一月结冰。' }),
      after: version('b', { response: '湖面每年十二月结冰。' }),
    }
    expect(differenceOf(pair).answer).toMatchObject({ kind: 'words' })
    const other = {
      before: version('a', { response: 'Yaks graze.' }),
      after: version('b', { response: 'The ferry runs.' }),
    }
    expect(differenceOf(other).answer).toEqual({ kind: 'other' })
    expect(differenceOf({ before: pair.before, after: version('b') }).answer).toEqual({ kind: 'other' })
  })

  // Catches a comparison that stands still for minutes over two long answers.
  it('does not go on for ever over long texts that differ', () => {
    const long = (from: number) => Array.from({ length: 20_000 }, (_, at) => `w${from + at * 7}`).join(' ')
    const pair = { before: version('a', { response: long(1) }), after: version('b', { response: long(3) }) }
    expect(differenceOf(pair).answer).toEqual({ kind: 'other' })
  })

  // Catches passages told apart by offsets, which move when a document is read anew.
  it('tells sources by document and words', () => {
    const moved = { ...evidenceItem(1, 'txt'), number: 2, start: 900, end: 910, evidence_id: 'other' }
    const before = version('a', { evidence: [evidenceItem(1, 'txt'), evidenceItem(2, 'txt')] })
    const after = version('b', { evidence: [moved, evidenceItem(3, 'txt', 'Another.')] })
    const { sources } = differenceOf({ before, after })
    expect(sources.both).toBe(1)
    expect(sources.before.map(({ document_id }) => document_id)).toEqual(['d2'])
    expect(sources.after.map(({ document_id }) => document_id)).toEqual(['d3'])
  })
})
