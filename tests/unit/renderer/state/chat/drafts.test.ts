import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../browser'

let browser = new FakeBrowser()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  browser = new FakeBrowser()
})
afterEach(() => vi.useRealTimers())

const load = () => import('@renderer/state/chat/drafts')
const loadScope = () => import('@renderer/state/library/scope')

describe('drafts', () => {
  it('are kept one by one, so that a tab leaves alone what another wrote', async () => {
    const { writeDraft } = await load()
    browser.changeElsewhere('cairn.draft.s_2', 'theirs')
    writeDraft('s_1', 'mine')
    vi.runAllTimers()
    expect(browser.valueOf('cairn.draft.s_1')).toBe('mine')
    expect(browser.valueOf('cairn.draft.s_2')).toBe('theirs')
  })

  it('are written once for many keystrokes, and at once when the page goes', async () => {
    const { writeDraft, followDrafts } = await load()
    const stop = followDrafts()
    const write = vi.spyOn(browser.storage, 'setItem')
    for (const text of ['a', 'ab', 'abc']) writeDraft('new', text)
    expect(write).not.toHaveBeenCalled()
    browser.leave()
    expect(write).toHaveBeenCalledTimes(1)
    vi.runAllTimers()
    expect(write).toHaveBeenCalledTimes(1)
    expect(browser.valueOf('cairn.draft.new')).toBe('abc')
    writeDraft('new', '')
    vi.runAllTimers()
    expect(browser.stored.has('cairn.draft.new')).toBe(false)
    stop()
  })

  it('of another tab are shown, except where one is being written here', async () => {
    const { writeDraft, followDrafts, useDrafts } = await load()
    const stop = followDrafts()
    writeDraft('new', 'mine')
    browser.changeElsewhere('cairn.draft.new', 'theirs')
    browser.changeElsewhere('cairn.draft.s_1', 'theirs')
    expect(useDrafts.getState().entries).toEqual({ new: 'mine', s_1: 'theirs' })
    browser.changeElsewhere('cairn.draft.s_1', null)
    writeDraft('new', '')
    browser.changeElsewhere('cairn.draft.new', 'later')
    expect(useDrafts.getState().entries).toEqual({ new: 'later' })
    stop()
    browser.changeElsewhere('cairn.draft.s_1', 'unheard')
    expect(useDrafts.getState().entries).toEqual({ new: 'later' })
  })

  it('are bounded in number: the longest unwritten go', async () => {
    const { writeDraft } = await load()
    for (let at = 0; at < 105; at += 1) {
      writeDraft(`s_${at}`, 'text')
      vi.runAllTimers()
      vi.advanceTimersByTime(1)
    }
    expect(browser.stored.size).toBe(100)
    expect(browser.stored.has('cairn.draft.s_4')).toBe(false)
    expect(browser.stored.has('cairn.draft.s_104')).toBe(true)
  })

  it('come back after a reload; what is no draft is thrown away', async () => {
    browser.changeElsewhere('cairn.draft.s_1', 'half a thought')
    browser.changeElsewhere('cairn.draft.s_2', 7)
    browser.stored.set('cairn.draft.s_3', '{')
    browser.stored.set('cairn.layout', '{}')
    const { useDrafts } = await load()
    expect(useDrafts.getState().entries).toEqual({ s_1: 'half a thought' })
    expect([...browser.stored.keys()]).toEqual(['cairn.draft.s_1', 'cairn.layout'])
  })

  it('need no storage', async () => {
    vi.stubGlobal('localStorage', undefined)
    const { writeDraft, useDrafts } = await load()
    writeDraft('new', 'text')
    vi.runAllTimers()
    expect(useDrafts.getState().entries).toEqual({ new: 'text' })
  })
})

describe('scopes', () => {
  it('survive a reload beside the draft, and go when they limit nothing', async () => {
    const before = await loadScope()
    before.setScope('new', { ...before.wholeLibrary, tags: ['dogs'] })
    vi.runAllTimers()
    vi.resetModules()
    const after = await loadScope()
    expect(after.useScopes.getState().entries).toEqual({
      new: { collections: [], documents: [], tags: ['dogs'], formats: [], dates: [], changed: [] },
    })
    after.setScope('new', after.wholeLibrary)
    vi.runAllTimers()
    expect(browser.stored.size).toBe(0)
  })

  it('that are none are not read', async () => {
    browser.changeElsewhere('cairn.scope.new', { collections: 'all' })
    const { useScopes } = await loadScope()
    expect(useScopes.getState().entries).toEqual({})
  })

  // Would catch questions in clear in the profile's folder, beside chats that are encrypted.
  it('stay in the page alone where chats are encrypted, also after a reload, and those of before go', async () => {
    const { writeDraft, useDrafts } = await load()
    const { letWordsStay } = await import('@renderer/state/kept-entries')
    const { useScopes, setScope } = await loadScope()
    writeDraft('s_1', 'mine')
    vi.runAllTimers()
    browser.changeElsewhere('cairn.unsent.t_1', { question: 'theirs' })
    await import('@renderer/state/chat/unsent')
    letWordsStay(false)
    const words = () => [...browser.stored.keys()].filter((key) => /^cairn\.(?:draft|edit|unsent)/u.test(key))
    expect(words()).toEqual([])
    writeDraft('s_2', 'and mine')
    setScope('s_2', { collections: ['a'], documents: [], tags: [] } as never)
    vi.runAllTimers()
    expect(words()).toEqual([])
    expect(useDrafts.getState().entries['s_2']).toBe('and mine')
    expect(useScopes.getState().entries['s_2']).toBeDefined()
    expect([...browser.stored.keys()].some((key) => key.startsWith('cairn.scope.'))).toBe(true)
    vi.resetModules()
    const again = await load()
    again.writeDraft('s_3', 'once more')
    vi.runAllTimers()
    expect(words()).toEqual([])
    const { letWordsStay: letThem } = await import('@renderer/state/kept-entries')
    letThem(true)
    again.writeDraft('s_4', 'in clear')
    vi.runAllTimers()
    expect(words()).toEqual(['cairn.draft.s_4'])
  })
})
