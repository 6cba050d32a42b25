import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static.edge'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type {
  fetchParts as FetchParts,
  lazyPart as LazyPart,
  renewFailedParts as RenewFailedParts,
} from '@renderer/ui/feedback/lazy-part'

/** What the page would do while nothing else is to be done. */
let idle: (() => void)[] = []
let lazyPart: typeof LazyPart
let fetchParts: typeof FetchParts
let renewFailedParts: typeof RenewFailedParts
beforeEach(async () => {
  idle = []
  vi.stubGlobal('requestIdleCallback', (then: () => void) => idle.push(then))
  vi.stubGlobal('cancelIdleCallback', (handle: number) => (idle[handle - 1] = () => undefined))
  vi.resetModules()
  ;({ lazyPart, fetchParts, renewFailedParts } = await import('@renderer/ui/feedback/lazy-part'))
})
afterEach(() => vi.unstubAllGlobals())

const Part = ({ word }: { word: string }) => createElement('b', null, word)
const shown = (part: ReturnType<typeof LazyPart<{ word: string }>>) =>
  renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(part, { word: 'here' })))

/** The HTML once everything was waited for. */
async function whole(part: ReturnType<typeof LazyPart<{ word: string }>>): Promise<string> {
  const { prelude } = await prerender(createElement(part, { word: 'here' }), { onError: () => undefined })
  return new Response(prelude).text()
}

async function rest(): Promise<void> {
  while (idle.length > 0) {
    idle.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('lazyPart', () => {
  // Would catch every first visit of a view standing still for 300 ms, which is what React makes of a part it has to wait for.
  it('is drawn with the render that asks for it once it was fetched', async () => {
    const part = lazyPart(() => Promise.resolve(Part))
    fetchParts()
    await rest()
    expect(shown(part)).toContain('<b>here</b>')
  })

  it('is waited for where it was not', () => {
    expect(shown(lazyPart(() => Promise.resolve(Part)))).toContain('waiting')
  })

  // Would catch a view that never comes back after its code could not be loaded once, whatever is pressed.
  it('is loaded again after a failure, once it is given another chance', async () => {
    let tries = 0
    const part = lazyPart(() => (++tries === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(Part)))
    await expect(whole(part)).rejects.toThrow('offline')
    await expect(whole(part)).rejects.toThrow('offline')
    expect(tries).toBe(1)
    renewFailedParts()
    expect(await whole(part)).toContain('<b>here</b>')
    expect(tries).toBe(2)
  })
})

describe('fetchParts', () => {
  it('fetches one after the other, each once, and goes on behind one that fails', async () => {
    const begun: string[] = []
    lazyPart(() => (begun.push('a'), Promise.resolve(Part)))
    lazyPart<{ word: string }>(() => (begun.push('b'), Promise.reject(new Error('offline'))))
    const last = lazyPart(() => (begun.push('c'), Promise.resolve(Part)))
    fetchParts()
    expect(begun).toEqual([])
    idle.shift()?.()
    expect(begun).toEqual(['a'])
    await new Promise((resolve) => setImmediate(resolve))
    await rest()
    expect(begun).toEqual(['a', 'b', 'c'])
    fetchParts()
    await rest()
    expect(begun).toHaveLength(3)
    expect(shown(last)).toContain('<b>here</b>')
  })

  // A frame that goes away and comes again (React does so while developing) begins again.
  it('stops, and goes on with what is left', async () => {
    const begun: string[] = []
    lazyPart(() => (begun.push('a'), Promise.resolve(Part)))
    const stop = fetchParts()
    stop()
    await rest()
    expect(begun).toEqual([])
    fetchParts()
    await rest()
    expect(begun).toEqual(['a'])
  })
})
