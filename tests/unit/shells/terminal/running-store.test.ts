import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Doors } from '@shells/doors/open-doors'
import { runningRecord } from '@shells/store-record'
import { FakeEngine } from '../../../fakes/fake-engine'
import { terminal } from './terminal'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-running-store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

// Would catch a command that says that the store is locked while a window has it, or waits for an engine of its own to start.
test('a command asks the Cairn that has the store open, and leaves it open', async () => {
  const running = new FakeEngine()
  const doors = new Doors(folder, () => undefined)
  await doors.open(running)
  const { run, opened } = terminal()
  const { code, out, err } = await run('ask', 'Is', 'it?', '--store', folder)
  expect([code, opened, running.closed]).toEqual([0, [], 0])
  expect(out).toContain('Yes, it is [2].')
  expect(err).toContain('session: s1')
  await doors.close()
})

test('what that Cairn refuses reads as it does without one', async () => {
  const doors = new Doors(folder, () => undefined)
  await doors.open(new FakeEngine())
  const through = await terminal().run('ask', '  ', '--store', folder)
  const alone = await terminal().run('ask', '  ')
  expect(through).toEqual(alone)
  expect(through.code).toBe(2)
  await doors.close()
})

// Would catch a turn that goes on where nobody sees it, and a way out without the session's name.
test('Ctrl-C stops the answer there, keeps what was streamed, and is exit 130', async () => {
  const running = new FakeEngine()
  const doors = new Doors(folder, () => undefined)
  await doors.open(running)
  const { run, pressCtrlC, exits } = terminal()
  running.beforeEvent = (body) => {
    if (body.type === 'token' && body.content.startsWith('it')) pressCtrlC()
  }
  const { code, err } = await run('ask', 'q', '--store', folder)
  expect([code, exits, running.closed]).toEqual([130, [], 0])
  expect(err).toContain('Cancelled; the part above is kept.')
  expect(err).toContain('--session s1')
  await vi.waitFor(() => expect(running.signal?.aborted).toBe(true))
  await doors.close()
})

// Would catch a command that is lost for a record that a killed Cairn has left.
test('a record of a Cairn that is gone is no obstacle', async () => {
  await runningRecord.write(folder, { kind: 'app', port: 1, pid: 1, secret: 'x'.repeat(43) })
  const { run, opened } = terminal()
  expect((await run('ask', 'Is it?', '--store', folder)).code).toBe(0)
  expect(opened).toEqual([folder])
})
