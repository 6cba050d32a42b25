import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { importServers } from '@engine/tools/external/config/import-servers'
import { maskOf, placeOf, secretNames } from '@engine/tools/external/config/server-place'
import { ServerFile } from '@engine/tools/external/config/server-file'
import { ExternalToolsKit } from '../../../fakes/external-tools-kit'

const block = (servers: unknown) => JSON.stringify({ mcpServers: servers })
const failure = (text: string): { code: string; message: string } => {
  try {
    importServers(text)
  } catch (thrown) {
    if (thrown instanceof CairnError) return { code: thrown.code, message: thrown.message }
    throw thrown
  }
  return { code: '', message: 'It was taken.' }
}

describe('a pasted block of servers', () => {
  test('is read as other programs write it', () => {
    const { servers, notes } = importServers(`\uFEFF{
      // Tools for the house
      "mcpServers": {
        "files": { "command": "npx", "args": ["-y", "server-files", "/home//me", ], "env": { "URL": "https://a.b/*c*/" } }, /* one
        more */
        "Home Assistant": { "type": "http", "url": "http://localhost:8123/mcp", "headers": { "Authorization": "Bearer abc" }, "alwaysAllow": ["x"] },
        "天气": { "command": "weather", "disabled": true },
      },
    }`)
    expect(servers).toEqual([
      {
        type: 'stdio',
        name: 'files',
        enabled: true,
        command: 'npx',
        args: ['-y', 'server-files', '/home//me'],
        env: { URL: 'https://a.b/*c*/' },
      },
      {
        type: 'http',
        name: 'Home-Assistant',
        enabled: true,
        url: 'http://localhost:8123/mcp',
        headers: { Authorization: 'Bearer abc' },
      },
      { type: 'stdio', name: '天气', enabled: false, command: 'weather', args: [], env: {} },
    ])
    expect(notes.map(({ en }) => en)).toEqual([
      '“Home Assistant” is called Home-Assistant here.',
      'mcpServers.Home Assistant.alwaysAllow was not taken over: Cairn asks before a tool runs.',
    ])
    expect(notes.map(({ zh }) => zh)).toEqual([
      '“Home Assistant”在这里称为 Home-Assistant。',
      'mcpServers.Home Assistant.alwaysAllow 没有导入：Cairn 会在工具运行前询问。',
    ])
  })

  test('may be called servers, or be the inner object alone', () => {
    const one = { name: { command: 'x' } }
    expect(importServers(JSON.stringify({ servers: one })).servers).toHaveLength(1)
    expect(importServers(JSON.stringify(one)).servers).toHaveLength(1)
  })

  test.each([
    ['', /it ends too early|line 1/u],
    ['[1]', /no object/u],
    ['{"mcpServers": {}}', /has no servers/u],
    ['{"mcpServers": 3}', /mcpServers is no object/u],
    ['{"command": "npx"}', /has no name/u],
    ['{\n"mcpServers": {\n  "a" "b" }}', /line 3, column 7/u],
    [block({ a: { args: [] } }), /mcpServers\.a has neither a command nor a url/u],
    [block({ a: { command: 'x', args: ['ok', 7] } }), /mcpServers\.a\.args\[1\]: /u],
    [block({ a: { command: 'x', env: { TOKEN: 7 } } }), /mcpServers\.a\.env\.TOKEN: /u],
    [block({ a: { command: 'x', env: { TOKEN: '${input:token}' } } }), /mcpServers\.a\.env\.TOKEN: .*placeholders/u],
    [block({ a: { command: 'x', args: ['${HOME}/x'] } }), /mcpServers\.a\.args\[0\]: .*placeholders/u],
    [block({ a: { type: 'sse', url: 'http://127.0.0.1/sse' } }), /mcpServers\.a\.type: .*sse/u],
    [block({ a: { url: 'no address' } }), /mcpServers\.a\.url: /u],
    [block({ '!!': { command: 'x' } }), /mcpServers\.!!: /u],
    [block({ 'a b': { command: 'x' }, 'A-B': { command: 'y' } }), /two servers called a-b/u],
    ['{"mcpServers": {"__proto__": {"command": "x"}}}', /has no servers/u],
    ['x'.repeat(200_001), /longer than/u],
  ])('that is wrong is refused as a whole, by path (%#)', (text, message) => {
    expect(failure(text)).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(message) as string })
  })

  test('of another machine is refused, whatever its address looks like', () => {
    for (const url of [
      'https://example.org/mcp',
      'http://192.168.1.5/mcp',
      'http://127.0.0.1.example.org/mcp',
      'http://localhost.example.org',
      'ftp://127.0.0.1/x',
    ]) {
      expect(failure(block({ a: { url } })).code, url).toBe('NETWORK_DENIED')
    }
    for (const url of ['http://127.0.0.1:1/mcp', 'http://[::1]:1/', 'https://localhost/x']) {
      expect(importServers(block({ a: { url } })).servers, url).toHaveLength(1)
    }
  })

  // Would catch the parser's own message, which quotes what it was given.
  test('with a secret in it is never quoted in an error', () => {
    const text = '{"mcpServers": {"a": {"command": "x", "env": {"TOKEN": "tok-123456789" "B": 1}}}}'
    expect(failure(text).message).not.toContain('tok-')
    expect(failure(text.replace('" "B"', '", "B"')).message).not.toContain('tok-')
  })
})

describe('secrets of a server', () => {
  test('are hidden in its place and in any text', () => {
    const [stdio, http] = importServers(
      block({
        a: {
          command: 'x',
          args: ['--api-key=key-123456', '--token', 'tok-654321', '--port', '8080'],
          env: { T: 'env-987654' },
        },
        b: { url: 'http://127.0.0.1/mcp?key=abc', headers: { Authorization: 'Bearer hdr-112233' } },
      }),
    ).servers
    if (!stdio || !http) throw new Error('Two servers were expected.')
    expect(placeOf(stdio)).toBe('x --api-key=… --token … --port 8080')
    expect(placeOf(http)).toBe('http://127.0.0.1/mcp?…')
    expect([secretNames(stdio), secretNames(http)]).toEqual([['T'], ['Authorization']])
    expect(maskOf(http)('it said hdr-112233')).toBe('it said …')
  })
})

describe('the file of servers', () => {
  let folder = ''
  const said: string[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-server-file-'))
    said.length = 0
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const open = () => ServerFile.open(folder, (line) => said.push(line))
  const path = () => join(folder, 'tool-servers.json')

  test('keeps them for its owner alone, and replaces one of the same name', async () => {
    const file = await open()
    await file.put(importServers(block({ a: { command: 'x' }, b: { command: 'y' } })).servers)
    await file.put(importServers(block({ A: { command: 'z' } })).servers)
    expect((await open()).servers.map((one) => [one.name, one.type === 'stdio' && one.command])).toEqual([
      ['b', 'y'],
      ['A', 'z'],
    ])
    if (process.platform !== 'win32') expect((await stat(path())).mode & 0o777).toBe(0o600)
    await file.remove('a')
    expect((await open()).servers.map(({ name }) => name)).toEqual(['b'])
  })

  test('that is damaged is kept aside and said, without its secrets', async () => {
    await writeFile(path(), '[{"name": "a", "env": "tok-123456789"')
    expect((await open()).servers).toEqual([])
    expect(await readFile(join(folder, 'tool-servers.damaged.json'), 'utf8')).toContain('tok-')
    expect(said).toEqual(['tool-servers.json is damaged and was left out; tool-servers.damaged.json keeps it.'])
  })

  test('changed by hand to another machine starts nothing there', async () => {
    await writeFile(path(), JSON.stringify([{ name: 'far', type: 'http', url: 'https://example.org/mcp' }]))
    const kit = await ExternalToolsKit.open({}, folder)
    await expect(kit.tools.list('far', new AbortController().signal)).rejects.toMatchObject({ code: 'NETWORK_DENIED' })
    expect((await readdir(folder)).sort()).toEqual(['tool-servers.json'])
    expect(await kit.close()).toEqual([])
  })
})
