import type { ToolServerState } from '@shared/tools/tool-server-shapes'
import { expect, it, vi } from 'vitest'
import { FakeBrowser } from '../browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { applyChange } = await import('@renderer/state/apply-change')
const { useToolServers } = await import('@renderer/state/tools/program-list')

const server: ToolServerState = {
  ...{ name: 'files', enabled: true, type: 'stdio', place: 'node files.js', secrets: [], state: 'starting', pid: null },
  ...{ deaths: 0, last_error: null, tools: null, left_out: [], left_out_more: 0, refused_requests: 0 },
}

// Would catch a list of programs that shows what they did when it was opened.
it('the programs are shown as the engine tells of them, without being asked', () => {
  applyChange({ type: 'tool_servers', servers: [server] })
  expect(useToolServers.getState().list).toEqual([server])
  applyChange({ type: 'tool_servers', servers: [{ ...server, state: 'running', pid: 7, tools: 2 }] })
  expect(useToolServers.getState().list?.[0]).toMatchObject({ state: 'running', tools: 2 })
})
