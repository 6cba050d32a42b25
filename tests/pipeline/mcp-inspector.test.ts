import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { builtCli, ensureBuilt } from '../../scripts/build.mjs'
import { copySampleStore } from '../sample-store'

const inspector = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector-cli')
const Listed = z.object({ tools: z.array(z.object({ name: z.string(), inputSchema: z.object({}) })) })
const Called = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  isError: z.boolean().optional(),
})
const env = {
  ...process.env,
  CAIRN_PARSE_WORKER: '',
  CAIRN_GRAPH_THREAD: '',
  CAIRN_OCR_PROCESS: '',
  CAIRN_UPKEEP_PROCESS: '',
}
let store = ''

beforeAll(async () => {
  await ensureBuilt()
  store = join(await mkdtemp(join(tmpdir(), 'cairn-inspector-')), 'store')
  await copySampleStore(store)
}, 300_000)

afterAll(() => rm(dirname(store), { recursive: true, force: true, maxRetries: 5 }))

/** What the MCP inspector's command-line mode prints, as JSON; it starts `cairn mcp` itself and talks to it over stdio. */
async function inspect(method: string, ...more: string[]): Promise<unknown> {
  const server = [process.execPath, builtCli, 'mcp', '--store', store]
  const args = [inspector, '--cli', ...server, '--method', method, ...more]
  // It looks for its own version from the folder that it is run in.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: dirname(inspector), env })
  return JSON.parse(stdout)
}

// Would catch a server that speaks with the SDK's client alone, or whose schemas only that takes.
test('the MCP inspector lists the tools and searches with one', async () => {
  const { tools } = Listed.parse(await inspect('tools/list'))
  const names = ['search', 'ask', 'list_documents', 'read_passage', 'graph_neighbours', 'table_query', 'calculator']
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  const query = ['--tool-name', 'search', '--tool-arg', 'query=stone hut on Kestrel Col']
  const found = Called.parse(await inspect('tools/call', ...query))
  expect(found.isError ?? false).toBe(false)
  expect(found.content.map(({ text }) => text).join('\n')).toContain('12 June 1968')
})

test('the MCP inspector reads resources and prompts, and sees what is wrong with a call', async () => {
  const { resources } = z
    .object({ resources: z.array(z.object({ uri: z.string() })).min(1) })
    .parse(await inspect('resources/list'))
  const read = await inspect('resources/read', '--uri', resources[0]?.uri ?? '')
  expect(z.object({ contents: z.array(z.object({ text: z.string().min(1) })).min(1) }).safeParse(read).error).toBe(
    undefined,
  )
  expect(JSON.stringify(await inspect('prompts/list'))).toContain('compare')
  const wrong = Called.parse(await inspect('tools/call', '--tool-name', 'search', '--tool-arg', 'limit=3'))
  expect(wrong.isError).toBe(true)
})
