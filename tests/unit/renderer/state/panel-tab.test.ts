import { expect, it, vi } from 'vitest'
import { FakeBrowser } from './browser'

const { page, storage } = new FakeBrowser()
vi.stubGlobal('sessionStorage', storage)
const location = { hash: '#/chat/s1?doc=d1' }
Object.assign(page, { location })

/** What a page that is loaded now shows. */
async function load() {
  vi.resetModules()
  return import('@renderer/state/window/panel-tab')
}

it('is the same after a reload, and the document where an address asks for another one', async () => {
  const first = await load()
  expect(first.usePanelTab.getState().tab).toBe('document')
  first.showTab('evidence')
  expect((await load()).usePanelTab.getState().tab).toBe('evidence')
  first.showTab('context')
  expect((await load()).usePanelTab.getState()).toMatchObject({ tab: 'context', answerTab: 'context' })
  location.hash = '#/chat/s1?doc=d2'
  expect((await load()).usePanelTab.getState().tab).toBe('document')
})
