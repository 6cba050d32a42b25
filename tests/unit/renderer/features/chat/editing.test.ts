import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../../state/browser'

let browser = new FakeBrowser()
beforeEach(() => (browser = new FakeBrowser()))

/** A page that was just loaded. */
async function load() {
  vi.resetModules()
  return import('@renderer/features/chat/editing')
}

const turn = { turn_id: 't_1', question: 'How deep?' }

describe('editing a question', () => {
  it('keeps its text while the turn is off the screen, and does not begin anew', async () => {
    const { startEditing, stopEditing, useEditing, writeEdit } = await load()
    startEditing(turn)
    writeEdit('How deep is the lake?')
    startEditing(turn)
    expect(useEditing.getState()).toEqual({ turnId: 't_1', text: 'How deep is the lake?' })
    stopEditing()
    startEditing(turn)
    expect(useEditing.getState().text).toBe('How deep?')
  })

  it('goes on after a reload, unless it was ended', async () => {
    const before = await load()
    const stop = before.followEditing()
    before.startEditing(turn)
    before.writeEdit('How deep is it?')
    browser.leave()
    stop()
    const after = await load()
    expect(after.useEditing.getState()).toEqual({ turnId: 't_1', text: 'How deep is it?' })
    const stopAfter = after.followEditing()
    after.startEditing({ turn_id: 't_2', question: 'How wide?' })
    browser.leave()
    stopAfter()
    expect(browser.stored.size).toBe(0)
    expect((await load()).useEditing.getState().turnId).toBeNull()
  })
})
