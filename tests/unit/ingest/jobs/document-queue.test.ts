import { describe, expect, it } from 'vitest'
import { DocumentQueue, type FileFacts } from '@engine/ingest/jobs/document-queue'
import { RecentLooks } from '@engine/platform/order/recent-looks'

const day = 24 * 60 * 60 * 1000
const now = 1000 * day

/** The order in which documents are read that come while four others are being read; `meanwhile` runs before those are done. */
async function orderOf(
  files: Readonly<Record<string, FileFacts>>,
  meanwhile: (queue: DocumentQueue) => void = () => undefined,
  looks = new RecentLooks(),
): Promise<string[]> {
  const order: string[] = []
  const queue = new DocumentQueue(() => now, looks)
  const ends: (() => void)[] = []
  for (let at = 0; at < 4; at += 1) {
    queue.add(`busy-${at}`, { size: 0, modifiedAt: null }, () => new Promise((resolve) => ends.push(resolve)))
  }
  for (const [id, file] of Object.entries(files)) {
    queue.add(id, file, () => {
      order.push(id)
      return Promise.resolve()
    })
  }
  meanwhile(queue)
  // One place alone, or four would be taken at once.
  ends[0]?.()
  while (order.length < Object.keys(files).length) await new Promise((resolve) => setImmediate(resolve))
  for (const end of ends) end()
  await queue.idle()
  return order
}

const files = {
  large: { size: 40_000_000, modifiedAt: now },
  old: { size: 2000, modifiedAt: now - 900 * day },
  note: { size: 2000, modifiedAt: now },
  other: { size: 2100, modifiedAt: now - 60_000 },
}

describe('the order of documents', () => {
  // Catches a note of today that waits for an archive.
  it('is the smallest and newest first, and as they came among those that are alike', async () => {
    expect(await orderOf(files)).toEqual(['note', 'other', 'old', 'large'])
  })

  it('begins with what somebody looks at', async () => {
    expect(await orderOf(files, (queue) => queue.first('large'))).toEqual(['large', 'note', 'other', 'old'])
  })

  it('begins with what was looked at before it came', async () => {
    const looks = new RecentLooks()
    looks.note('old')
    expect(await orderOf(files, undefined, looks)).toEqual(['old', 'note', 'other', 'large'])
  })

  it('is not disturbed by a look at what is being read, is read, or was never there', async () => {
    const look = (queue: DocumentQueue) => ['busy-1', 'nothing'].forEach((id) => queue.first(id))
    expect(await orderOf(files, look)).toEqual(['note', 'other', 'old', 'large'])
  })
})
