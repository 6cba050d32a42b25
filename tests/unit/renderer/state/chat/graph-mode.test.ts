import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../browser'

let browser = new FakeBrowser()
beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  browser = new FakeBrowser()
})
afterEach(() => vi.useRealTimers())

const load = () => import('@renderer/state/chat/graph-mode')

describe('the search of the graph in a chat', () => {
  it('is kept by chat and survives a reload; none is what the settings say', async () => {
    const { chooseGraphMode, graphModeOf } = await load()
    chooseGraphMode('s_1', 'off')
    vi.runAllTimers()
    expect([graphModeOf('s_1'), graphModeOf('s_2')]).toEqual(['off', undefined])
    vi.resetModules()
    expect((await load()).graphModeOf('s_1')).toBe('off')
    // Would catch a mode of a later version, which the engine would refuse with the question.
    browser.stored.set('cairn.graph-mode.s_1', '"sideways"')
    vi.resetModules()
    expect((await load()).graphModeOf('s_1')).toBeUndefined()
  })

  it('goes with the first question of a new chat, and the next new chat starts without', async () => {
    const { chooseGraphMode, graphModeOf, takeGraphModeAlong } = await load()
    chooseGraphMode('new', 'global')
    takeGraphModeAlong('s_9')
    expect([graphModeOf('s_9'), graphModeOf(null)]).toEqual(['global', undefined])
  })
})
