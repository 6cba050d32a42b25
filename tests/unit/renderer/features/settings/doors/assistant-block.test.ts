import { describe, expect, it } from 'vitest'
import { importServers } from '@engine/tools/external/config/import-servers'
import { httpBlock, openAiBlock, stdioBlock } from '@renderer/features/settings/doors/assistant-block'

describe('what a program is told', () => {
  // Read as Cairn itself reads such blocks. Would catch a wrong shape, and paths whose quotes and backslashes break it.
  it('is the block of JSON that assistants take', () => {
    const stdio = { command: 'C:\\Program Files\\node.exe', args: ['C:\\cairn "new"\\scripts\\cairn.mjs', 'mcp'] }
    expect(importServers(stdioBlock(stdio))).toMatchObject({
      servers: [{ name: 'cairn', type: 'stdio', ...stdio }],
      notes: [],
    })
    const url = 'http://127.0.0.1:21847/mcp'
    expect(importServers(httpBlock(url, 'secret'))).toMatchObject({
      servers: [{ name: 'cairn', type: 'http', url, headers: { Authorization: 'Bearer secret' } }],
      notes: [],
    })
  })

  it('is address, key and model for a client of OpenAI’s API', () => {
    expect(openAiBlock('http://127.0.0.1:21847/v1', 'secret')).toBe(
      'OPENAI_BASE_URL=http://127.0.0.1:21847/v1\nOPENAI_API_KEY=secret\n# model: cairn',
    )
  })
})
