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
