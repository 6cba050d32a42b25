import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { keepMembers, lookAfterMembers, type MemberWork } from '@engine/ingest/jobs/keep-members'
import type { DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import { documentNamed } from '../../../fakes/fake-engine'

const live = { revision: 'r', content_hash: 'h', text_object: 't', structure_object: 's' }
const ready: Partial<DocumentRecord> = { status: 'ready', live, content_hash: 'h' }

async function lookedAfter(...records: DocumentRecord[]) {
  const [outer] = records
  if (!outer) throw new Error('There is no outer document.')
  const [again, found]: [string[], string[]] = [[], []]
  const catalogue = {
    get: (id: string) => records.find((record) => record.id === id),
    membersOf: (id: string) => records.filter(({ part_of }) => part_of?.document === id),
  } as DocumentCatalogue
  const members = {
    registration: { again: (id: string) => Promise.resolve(void again.push(id)) },
    found: (id: string) => void found.push(id),
  } as unknown as MemberWork
  const { signal } = new AbortController()
  const isReadAgain = await lookAfterMembers(outer, {
    rooms: { catalogue, objects: {} as ObjectStore },
    members,
    signal,
  })
  return { isReadAgain, again, found }
}

const outerOf = (member_count: number | null, more: Partial<DocumentRecord> = {}) =>
  documentNamed('outer', { id: 'outer', format: 'zip', member_count, ...ready, ...more })
const member = (id: string, more: Partial<DocumentRecord> = {}, outer = 'outer') =>
  documentNamed(id, {
    id,
    part_of: { document: outer, path: id, content_hash: 'h' },
    member_count: 0,
    ...ready,
    ...more,
  })

describe('lookAfterMembers', () => {
  it('leaves alone what is as it was', async () => {
    const nothing = { isReadAgain: false, again: [], found: [] }
    expect(await lookedAfter(outerOf(2), member('a'), member('b'))).toEqual(nothing)
  })

  it('tries what failed, brings back what is in the trash, waits for what is being read', async () => {
    const all = [
      member('a', { status: 'failed', live: null }),
      member('b', { trashed_at: 1 }),
      member('c', { status: 'embedding' }),
    ]
    expect(await lookedAfter(outerOf(3), ...all)).toEqual({
      isReadAgain: false,
      again: ['a', 'b'],
      found: ['a', 'b', 'c'],
    })
  })

  it('has a file read again that lacks members, also one inside', async () => {
    expect((await lookedAfter(outerOf(2), member('a'))).isReadAgain).toBe(true)
    const inside = await lookedAfter(outerOf(1), member('a', { member_count: 2 }), member('b', {}, 'a'))
    expect(inside).toEqual({ isReadAgain: false, again: [], found: ['a'] })
  })

  // Would catch attachments that stay unread for ever in a store that an earlier version has made.
  it('has mail read again whose attachments nobody has looked for, and no other format', async () => {
    for (const [format, isReadAgain] of [
      ['eml', true],
      ['msg', true],
      ['pdf', false],
    ] as const) {
      expect((await lookedAfter(outerOf(null, { format }))).isReadAgain).toBe(isReadAgain)
    }
  })

  it('does nothing for a file that is in the trash meanwhile', async () => {
    expect((await lookedAfter(outerOf(2, { trashed_at: 1 }))).isReadAgain).toBe(false)
  })
})

describe('keepMembers', () => {
  // Catches members that come into the list after their file was deleted: its deletion waits for this only.
  it('writes nothing any more once it has failed', async () => {
    const written: string[] = []
    const outer = outerOf(null)
    const catalogue = { get: () => outer, membersOf: () => [] as DocumentRecord[] } as unknown as DocumentCatalogue
    const calledOff = new AbortController()
    const members = {
      registration: {
        registerMember: async (_: unknown, { path }: { path: string }) => {
          await setImmediate()
          written.push(path)
          return { id: path, isToBeRead: false, trashed_at: null }
        },
      },
    } as unknown as MemberWork
    const objects = {
      // The second is called off while it is copied, the others have been copied by then.
      putFile: (file: string) => (
        calledOff.abort(),
        file === '1' ? Promise.reject(new Error('off')) : Promise.resolve()
      ),
    } as unknown as ObjectStore
    const unpacked = ['0', '1', '2'].map((file) => ({ path: file, file, size: 1, hash: file, modified: null }))
    await expect(
      keepMembers(outer, unpacked, { rooms: { catalogue, objects }, members, signal: calledOff.signal }),
    ).rejects.toThrow()
    const then = [...written]
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
    expect(written).toEqual(then)
  })
})
