import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const noteFault = vi.fn((_fault: { message: string; stack: string }) => Promise.resolve({}))
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => Promise<unknown>) => run({ shell: { note_fault: noteFault } }),
}))

const page = new EventTarget()
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('window', page)
  noteFault.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

const load = () => import('@renderer/state/window/page-faults')
const fault = (type: string, values: object) => page.dispatchEvent(Object.assign(new Event(type), values))

describe('faults of the page', () => {
  it('reach the log with what was thrown, from React and from anywhere else', async () => {
    const { faultHandlers, listenForFaults } = await load()
    const stop = listenForFaults()
    // As the page does it: what is reported comes back as an event.
    vi.stubGlobal('reportError', (error: unknown) => fault('error', { error }))
    faultHandlers.onUncaughtError?.(new TypeError('x is undefined'), { componentStack: '\n    at Frame' })
    fault('error', { error: new Error('timer') })
    fault('unhandledrejection', { reason: 'no' })
    stop()
    fault('error', { error: new Error('later') })
    expect(noteFault.mock.calls.map(([{ message }]) => message)).toEqual(['x is undefined', 'timer', 'no'])
    expect(noteFault.mock.calls[0]?.[0].stack).toMatch(/x is undefined[^]*at Frame$/u)
  })

  // Would catch a fault in every frame that fills the log, and a text that the engine refuses for its length.
  it('are cut and counted', async () => {
    const { noteFault: note } = await load()
    for (let at = 0; at < 100; at++) note(new Error('x'.repeat(10_000)))
    expect(noteFault).toHaveBeenCalledTimes(20)
    for (const [{ message, stack }] of noteFault.mock.calls) {
      expect(message).toHaveLength(500)
      expect(stack.length).toBeLessThanOrEqual(8000)
    }
  })
})
