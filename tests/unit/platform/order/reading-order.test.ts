import { describe, expect, it } from 'vitest'
import { ReadingOrder } from '@engine/platform/order/reading-order'
import { RecentLooks } from '@engine/platform/order/recent-looks'

const day = 24 * 60 * 60 * 1000
const now = 1000 * day

function waiting() {
  const looks = new RecentLooks()
  const order = new ReadingOrder(looks, () => now)
  order.add('book of today', { work: 4000, modifiedAt: now })
  order.add('old note', { work: 2, modifiedAt: now - 900 * day })
  order.add('note of today', { work: 2, modifiedAt: now })
  order.add('another of today', { work: 2, modifiedAt: now - 60_000 })
  return { looks, order }
}

describe('the order of what waits', () => {
  it('is the newest and smallest first, and as they came among those that are alike', () => {
    expect([...waiting().order]).toEqual(['note of today', 'another of today', 'old note', 'book of today'])
  })

  // Catches a document that somebody has open and that a thousand others keep waiting.
  it('begins with what was looked at, the last one first, also where it comes to wait only afterwards', () => {
    const { looks, order } = waiting()
    for (const id of ['old note', 'to come', 'book of today', 'never there']) looks.note(id)
    order.add('to come', { work: 9000, modifiedAt: null })
    const first = ['book of today', 'to come', 'old note']
    expect([...order]).toEqual([...first, 'note of today', 'another of today'])
  })

  it('forgets what was looked at long before', () => {
    const { looks, order } = waiting()
    looks.note('book of today')
    for (let at = 0; at < 20; at += 1) looks.note(`other ${at}`)
    expect([...order].at(-1)).toBe('book of today')
  })

  it('holds each once, and what is taken out while it is walked is not met again', () => {
    const { order } = waiting()
    order.add('old note', { work: 0, modifiedAt: now })
    const met: string[] = []
    for (const id of order) {
      met.push(id)
      for (const one of ['note of today', 'another of today']) order.delete(one)
    }
    expect(met).toEqual(['note of today', 'old note', 'book of today'])
    expect([order.size, order.has('note of today'), order.has('old note')]).toEqual([2, false, true])
  })
})
