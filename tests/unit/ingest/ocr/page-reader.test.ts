import { describe, expect, it } from 'vitest'
import type { HostProcess } from '@engine/ports/models/host-process'
import { OcrPageReader } from '@engine/ingest/ocr/process/page-reader'
import type { PageTask } from '@engine/ingest/ocr/process/page-task'
import { failedReading } from '@engine/ingest/ocr/page-reading'

const task: PageTask = { path: '/a.png', format: 'image', page: 3 }
const { signal } = new AbortController()

const nothing = () => undefined

function setUp() {
  const children: { say: (message: object) => void; exit: (how: string) => void; sent: object[]; killed: boolean }[] =
    []
  const timers: { ms: number; then: () => void; isOff: boolean }[] = []
  const fork = (): HostProcess => {
    const child: (typeof children)[number] = { say: nothing, exit: nothing, sent: [], killed: false }
    children.push(child)
    return {
      pid: children.length,
      send: (message) => void child.sent.push(message),
      onMessage: (listener) => (child.say = listener),
      onExit: (listener) => (child.exit = listener),
      kill: () => (child.killed = true),
    }
  }
  const after = (ms: number, then: () => void) => {
    const timer = { ms, then, isOff: false }
    timers.push(timer)
    return () => void (timer.isOff = true)
  }
  const reader = new OcrPageReader({
    fork,
    after,
    timeoutMs: 5000,
    cpuLimitMs: 3000,
    memoryLimitBytes: 100,
    idleMs: 70,
  })
  return { reader, children, timers }
}

describe('OcrPageReader', () => {
  it('keeps one process for all pages and ends it when idle', async () => {
    const { reader, children, timers } = setUp()
    for (const id of [1, 2]) {
      const read = reader.read(task, signal)
      children[0]?.say({ type: 'read', id, reading: failedReading(3, 'x') })
      expect(await read).toMatchObject({ page: 3 })
    }
    expect(children).toHaveLength(1)
    timers.findLast(({ ms, isOff }) => ms === 70 && !isOff)?.then()
    expect(children[0]?.killed).toBe(true)
  })

  it('gives up a page that takes too long or too much memory, and goes on in a new process', async () => {
    const { reader, children, timers } = setUp()
    const slow = reader.read(task, signal)
    timers.find(({ ms }) => ms === 5000)?.then()
    expect(await slow).toMatchObject({ state: 'failed', error: 'It took longer than 5 seconds.' })
    const large = reader.read(task, signal)
    children[1]?.say({ type: 'usage', bytes: 101, cpu_ms: 0 })
    expect(await large).toMatchObject({ state: 'failed', error: expect.stringContaining('memory') as string })
    const busy = reader.read(task, signal)
    for (const cpu_ms of [9000, 11_000, 12_001]) children[2]?.say({ type: 'usage', bytes: 1, cpu_ms })
    expect(await busy).toMatchObject({ state: 'failed', error: expect.stringContaining('processor') as string })
    expect(children.map(({ killed }) => killed)).toEqual([true, true, true])
  })

  it('tells a process that ended from one that cannot run at all', async () => {
    const { reader, children } = setUp()
    const read = reader.read(task, signal)
    children[0]?.exit('SIGSEGV')
    await expect(read).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    const ready = reader.ready(signal)
    children[1]?.exit('exit code 1')
    await expect(ready).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
  })

  it('stops at once when asked', async () => {
    const { reader, children } = setUp()
    const stop = new AbortController()
    const read = reader.read(task, stop.signal)
    stop.abort()
    await expect(read).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(children[0]?.killed).toBe(true)
  })
})
