import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { GraphThread } from '@engine/graph/runtime/graph-thread-client'
import { bundle } from '../../../bundle'

interface Calls extends Record<string, (...args: never[]) => unknown> {
  add(value: number): number
  sum(): number
  die(): void
  fail(): void
}

let folder = ''
let file = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-thread-'))
  file = join(folder, 'thread.mjs')
  // The protocol as an entry speaks it: answers by id, errors as reports.
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads'
     let sum = 0
     const calls = { add: (n) => (sum += n), sum: () => sum, die: () => process.exit(3) }
     parentPort.on('message', ({ id, name, args }) => {
       if (name === 'fail') parentPort.postMessage({ id, ok: false, error: { code: 'NOT_FOUND', message: 'none', action: 'look' } })
       else parentPort.postMessage({ id, ok: true, value: calls[name](...args) })
     })`,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function thread(restarted: () => void = () => undefined, restAfterMs?: number) {
  const log: string[] = []
  const options = { file, data: {}, restarted, restAfterMs, log: (line: string) => log.push(line) }
  return { log, thread: new GraphThread<Calls>(options) }
}

describe('a thread that keeps something', () => {
  test('answers each call with its own result, and failures with their code', async () => {
    const { thread: kept } = thread()
    expect(await Promise.all([kept.call('add', 1), kept.call('add', 2), kept.call('sum')])).toEqual([1, 3, 3])
    await expect(kept.call('fail')).rejects.toMatchObject({ code: 'NOT_FOUND', action: 'look' })
    await kept.close()
  })

  test('tells how long the oldest of its calls of a name has waited', async () => {
    const { thread: kept } = thread()
    expect(kept.waitedMs('sum')).toBe(0)
    const [first, second] = [kept.call('add', 1), kept.call('sum')]
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(kept.waitedMs('sum')).toBeGreaterThan(0)
    expect(kept.waitedMs('fail')).toBe(0)
    await Promise.all([first, second])
    expect(kept.waitedMs('sum')).toBe(0)
    await kept.close()
  })

  test('that dies fails what waited for it, and starts again knowing what it is told anew', async () => {
    let restarts = 0
    const started = thread(() => {
      restarts += 1
      void started.thread.call('add', 10)
    })
    const kept = started.thread
    await kept.call('add', 1)
    await expect(kept.call('die')).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(await kept.call('sum')).toBe(10)
    expect(restarts).toBe(1)
    await kept.close()
  })

  test('that nobody asks ends, and knows what it is told anew before it answers again (bug: an idle graph keeps 110 MB)', async () => {
    let restarts = 0
    const started = thread(() => {
      restarts += 1
      void started.thread.call('add', 10)
    }, 20)
    const kept = started.thread
    expect(await kept.call('add', 1)).toBe(1)
    // More rests than losses are allowed for.
    for (let rests = 1; rests <= 5; rests += 1) {
      await vi.waitFor(() => {
        kept.wake()
        expect(restarts).toBe(rests)
      })
      expect(await kept.call('sum')).toBe(10)
    }
    expect(started.log).toEqual([])
    await kept.close()
  })

  test('does not rest while it works', async () => {
    let restarts = 0
    const { thread: kept } = thread(() => (restarts += 1), 1)
    expect(await Promise.all([kept.call('add', 1), kept.call('sum')])).toEqual([1, 1])
    expect(restarts).toBe(0)
    await kept.close()
  })

  test('that dies again and again is left alone, and so is one that was closed', async () => {
    const { thread: kept } = thread()
    for (let at = 0; at < 4; at += 1) await expect(kept.call('die')).rejects.toMatchObject({ code: 'INTERNAL' })
    await expect(kept.call('sum')).rejects.toMatchObject({ code: 'INTERNAL' })
    const { thread: closed } = thread()
    await closed.call('sum')
    await closed.close()
    await expect(closed.call('sum')).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  // Would catch a process that ends with 13 while it closes: an answer that was on its way let go of a thread that was being ended.
  test('holds the process until it has ended, also where it had answered just before', async () => {
    await bundle({ client: 'electron/engine/graph/runtime/graph-thread-client.ts' }, folder)
    await writeFile(
      join(folder, 'busy.mjs'),
      `import { pbkdf2Sync } from 'node:crypto'
       import { parentPort, workerData } from 'node:worker_threads'
       parentPort.on('message', ({ id }) => {
         parentPort.postMessage({ id, ok: true, value: 1 })
         Atomics.store(workerData.flag, 0, 1)
         Atomics.notify(workerData.flag, 0)
         // Nothing ends this half-way.
         pbkdf2Sync('p', 's', 400000, 32, 'sha512')
       })`,
    )
    await writeFile(
      join(folder, 'main.mjs'),
      `import { GraphThread } from './client.mjs'
       const flag = new Int32Array(new SharedArrayBuffer(4))
       const file = new URL('./busy.mjs', import.meta.url)
       const thread = new GraphThread({ file, data: { flag }, restarted() {}, log() {} })
       void thread.call('any')
       Atomics.wait(flag, 0, 0)
       await thread.close()
       console.log('closed')`,
    )
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.mjs')])
    expect(stdout).toBe('closed\n')
  })
})
