import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../browser'

let browser = new FakeBrowser()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  browser = new FakeBrowser()
})
afterEach(() => vi.useRealTimers())

const load = () => import('@renderer/state/chat/choices')
const none = { pinned: [], excluded: [] }

describe('choices', () => {
  it('start from what the turn was asked with, and are nothing once they are that again', async () => {
    const { choose, useChoices } = await load()
    const asked = { pinned: ['a', 'b'], excluded: [] }
    choose('t', asked, 'c', 'excluded')
    expect(useChoices.getState().entries['t']).toEqual({ pinned: ['a', 'b'], excluded: ['c'] })
    choose('t', asked, 'a', null)
    choose('t', asked, 'c', null)
    // In another order they are the same.
    choose('t', asked, 'a', 'pinned')
    expect(useChoices.getState().entries).toEqual({})
  })

  it('never pin and exclude the same', async () => {
    const { choose, choiceOf, useChoices } = await load()
    choose('t', none, 'a', 'pinned')
    choose('t', none, 'a', 'excluded')
    const chosen = useChoices.getState().entries['t'] ?? none
    expect(chosen).toEqual({ pinned: [], excluded: ['a'] })
    expect([choiceOf(chosen, 'a'), choiceOf(chosen, 'b')]).toEqual(['excluded', null])
  })

  it('leave a whole document out beside passages, and are nothing once it is in again', async () => {
    const { choose, leaveOutDocument, useChoices } = await load()
    choose('t', none, 'a', 'pinned')
    leaveOutDocument('t', none, 'd1', true)
    leaveOutDocument('t', none, 'd1', true)
    choose('t', none, 'a', null)
    expect(useChoices.getState().entries['t']).toEqual({ ...none, excluded_documents: ['d1'] })
    leaveOutDocument('t', none, 'd1', false)
    expect(useChoices.getState().entries).toEqual({})
  })

  // Would catch a choice that the engine refuses with the whole question.
  it('are never more than the engine takes', async () => {
    const { choose, useChoices } = await load()
    for (let at = 0; at < 60; at += 1) choose('t', none, `e${at}`, 'pinned')
    expect(useChoices.getState().entries['t']?.pinned).toHaveLength(50)
  })

  it('outlive the page until they are asked or reset, and nothing else is read back', async () => {
    const { choose, resetChoices, followChoices } = await load()
    const stop = followChoices()
    choose('t', none, 'a', 'pinned')
    choose('u', none, 'a', 'pinned')
    resetChoices('u')
    browser.leave()
    browser.changeElsewhere('cairn.choices.v', { pinned: 'a' })
    vi.resetModules()
    const { useChoices } = await load()
    expect(useChoices.getState().entries).toEqual({ t: { pinned: ['a'], excluded: [] } })
    stop()
  })
})
