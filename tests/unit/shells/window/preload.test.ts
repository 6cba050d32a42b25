import { EventEmitter } from 'node:events'
import { afterAll, expect, test, vi } from 'vitest'

const ipc = vi.hoisted(() => ({ listeners: new Map<string, (...given: unknown[]) => void>(), send: vi.fn() }))
const exposed = vi.hoisted(() => new Map<string, unknown>())

vi.mock('electron', () => ({
  ipcRenderer: {
    on: (channel: string, listener: (...given: unknown[]) => void) => ipc.listeners.set(channel, listener),
    send: ipc.send,
  },
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => exposed.set(name, value) },
  webUtils: { getPathForFile: () => '/a.md' },
}))

const page = new EventEmitter()
const posted = vi.fn()
const fakeWindow = {
  addEventListener: (name: string, listener: (event: unknown) => void) => page.on(name, listener),
  postMessage: posted,
  location: { origin: 'cairn://app' },
}
vi.stubGlobal('window', fakeWindow)
await import('../../../../electron/preload')
afterAll(() => vi.unstubAllGlobals())

// Would catch a bridge that grows, or that lets another frame ask for the engine.
test('passes on the page’s wish for a port, and nothing else', () => {
  page.emit('message', { source: {}, data: 'cairn:want-port' })
  page.emit('message', { source: fakeWindow, data: 'something' })
  expect(ipc.send).not.toHaveBeenCalled()
  page.emit('message', { source: fakeWindow, data: 'cairn:want-port' })
  expect(ipc.send.mock.calls).toEqual([['cairn:want-port']])
  expect([...exposed.keys()]).toEqual(['cairnWindow'])
  const bridge = exposed.get('cairnWindow') as { unlock: (given: string | null) => void }
  expect(Object.keys(bridge)).toEqual(['pathOf', 'unlock'])
  bridge.unlock('pelican lamp')
  bridge.unlock(null)
  expect(ipc.send.mock.calls.slice(1)).toEqual([
    ['cairn:unlock', 'pelican lamp'],
    ['cairn:unlock', null],
  ])
})

test('hands the port and the shell’s messages to the page’s own origin', () => {
  const port = {}
  ipc.listeners.get('cairn:port')?.({ ports: [port] })
  expect(posted).toHaveBeenLastCalledWith('cairn:port', 'cairn://app', [port])
  const message = { cairn: 'command', name: 'palette' }
  ipc.listeners.get('cairn:message')?.({}, message)
  expect(posted).toHaveBeenLastCalledWith(message, 'cairn://app')
})
