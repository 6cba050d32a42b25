import { expect, it } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { nearGroups } from '@shared/near-duplicates'
import { NearDuplicates } from '@engine/ingest/near-duplicates/near-duplicate-finder'
import { signatureOf, writeSignature } from '@engine/ingest/near-duplicates/signature'
import { documentRecord, liveRevision } from '../../storage/store-fixture'

const text = Array.from({ length: 200 }, (_, at) => `word${(at * 37) % 101}x${at}`).join(' ')
const signature = (of: string): string | undefined => {
  const found = signatureOf(of)
  return found ? writeSignature(found) : undefined
}

// Would catch groups that are forgotten with the process, so that a copy added tomorrow stands alone.
it('knows the groups of documents that were read by an earlier run', async () => {
  const first = await new NearDuplicates({ list: () => [] }).groupOf(signature(text), 'a'.repeat(64))
  expect(first.near_group).toBe('a'.repeat(16))
  const record = documentRecord('d1', 'r1', { live: { ...liveRevision('r1'), ...first } })
  // As they were written before there were groups.
  const old = documentRecord('d0', 'r0')
  const later = new NearDuplicates({ list: () => [old, record] })
  expect(await later.groupOf(signature(`${text} and a line more`), 'b'.repeat(64))).toMatchObject({
    near_group: first.near_group,
  })
  expect(await later.groupOf(signature(text.replaceAll('word', 'thing')), 'c'.repeat(64))).toMatchObject({
    near_group: 'c'.repeat(16),
  })
  expect(await later.groupOf(undefined, 'd'.repeat(64))).toEqual({})
})

// Ten thousand changes left the groups of all documents that had ever been there: 1.2 MB a thousand.
it('keeps no groups of documents that are gone, and those of documents that are there', async () => {
  const kept = { ...(await new NearDuplicates({ list: () => [] }).groupOf(signature(text), 'a'.repeat(64))) }
  const record = documentRecord('d1', 'r1', { live: { ...liveRevision('r1'), ...kept } })
  const groups = new NearDuplicates({ list: () => [record] }, 10)
  const unlike = (at: number) => Array.from({ length: 60 }, (_, word) => `other${at}x${word * at}`).join(' ')
  const hashOf = (at: number) => String(at).padStart(16, '0').padEnd(64, 'f')
  let most = 0
  for (let at = 1; at <= 1_500; at += 1) {
    await groups.groupOf(signature(unlike(at)), hashOf(at))
    most = Math.max(most, groups.size)
  }
  expect(most).toBeLessThan(700)
  expect(await groups.groupOf(signature(`${text} and more`), 'b'.repeat(64))).toMatchObject(kept)
  // What came last may be of a document that is still being read.
  expect(await groups.groupOf(signature(unlike(1_499)), 'c'.repeat(64))).toMatchObject({
    near_group: hashOf(1_499).slice(0, 16),
  })
})

it('is led by the oldest that is left', () => {
  const grouped = (id: string, created_at: number, group: string | undefined, more: Partial<DocumentRecord> = {}) =>
    documentRecord(id, 'r', { created_at, live: { ...liveRevision('r'), near_group: group }, ...more })
  const records = [
    grouped('new', 3, 'g'),
    grouped('gone', 1, 'g', { trashed_at: 9 }),
    grouped('old', 2, 'g'),
    grouped('alone', 1, 'h'),
    grouped('short', 1, undefined),
    documentRecord('unread', null),
  ]
  expect(nearGroups(records).map((group) => group.map(({ id }) => id))).toEqual([['old', 'new']])
})

// Would catch one short note that stands in a list three times because it was added under three names.
it('holds short texts together only where they are the very same', () => {
  const short = (id: string, created_at: number, text_object: string, char_count = 12) =>
    documentRecord(id, 'r', { created_at, char_count, live: { ...liveRevision('r'), text_object } })
  const records = [short('copy', 2, 't'), short('note', 1, 't'), short('other', 1, 'u')]
  // Pictures that nobody has read yet have the same text, which is none.
  const empty = [short('picture', 1, 'e', 0), short('scan', 2, 'e', 0)]
  expect(nearGroups([...records, ...empty]).map((group) => group.map(({ id }) => id))).toEqual([['note', 'copy']])
})
