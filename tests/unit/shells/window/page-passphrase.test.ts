import { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import type { WindowMessage } from '@shared/window-messages'

const electron = vi.hoisted(() => ({ ipcMain: undefined as unknown }))
vi.mock('electron', () => ({
  get ipcMain() {
    return electron.ipcMain
  },
}))
const { PagePassphrase } = await import('@shells/window/opening/page-passphrase')

let ipcMain = new EventEmitter()
beforeEach(() => {
  ipcMain = new EventEmitter()
  electron.ipcMain = ipcMain
})

function setUp() {
  const sent: WindowMessage[] = []
  const leaving = new AbortController()
  let shown = 0
  const asked = new PagePassphrase({
    show: () => (shown += 1),
    send: (message) => sent.push(message),
    signal: leaving.signal,
  })
  const frame = { url: 'cairn://app/index.html' }
  const give = (given: unknown, from: { url: string } = frame) =>
    ipcMain.emit('cairn:unlock', { sender: { mainFrame: frame }, senderFrame: from }, given)
  return { asked, sent, leaving, give, shown: () => shown }
}

test('asks the page in front, once more when it was loaded anew, and takes what it gives', async () => {
  const { asked, sent, give, shown } = setUp()
  asked.listening()
  expect(sent).toEqual([])
  const given = asked.ask(false)
  asked.listening()
  expect(sent).toEqual([
    { cairn: 'unlock', wrong: false },
    { cairn: 'unlock', wrong: false },
  ])
  expect(shown()).toBe(1)
  give('pelican lamp')
  expect(await given).toBe('pelican lamp')
  const again = asked.ask(true)
  expect(sent.at(-1)).toEqual({ cairn: 'unlock', wrong: true })
  give(null)
  expect(await again).toBeUndefined()
  asked.listening()
  expect(sent).toHaveLength(3)
})

// Would catch a page of somebody else that opens the store, or learns by trying what opens it.
test('takes nothing from another frame, and nothing that is no text', async () => {
  const { asked, give } = setUp()
  const given = asked.ask(false)
  give('from elsewhere', { url: 'https://example.org/' })
  give(7)
  give({ passphrase: 'x' })
  give('pelican lamp')
  expect(await given).toBe('pelican lamp')
})

test('nobody is asked any more once the app ends', async () => {
  const { asked, leaving, sent } = setUp()
  const given = asked.ask(false)
  leaving.abort()
  expect(await given).toBeUndefined()
  expect(await asked.ask(false)).toBeUndefined()
  expect(sent).toHaveLength(1)
  expect(ipcMain.listenerCount('cairn:unlock')).toBe(0)
})
