import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNetworkGate } from '@engine/platform/network-gate'
import { ExternalToolsKit, referenceServer, until } from '../../../fakes/external-tools-kit'

const signal = new AbortController().signal
const stdio = (file: string, ...args: string[]) => ({ command: process.execPath, args: [file, ...args] })

describe('the reference servers over standard input and output', () => {
  let kit: ExternalToolsKit
  let documents = ''
  beforeAll(async () => {
    kit = await ExternalToolsKit.open()
    documents = join(await realpath(kit.folder), 'documents')
    await mkdir(documents)
    await writeFile(join(documents, 'herons.txt'), 'Three herons stood by the water.\n苍鹭三只。\n')
    const memory = { ...stdio(referenceServer('memory')), env: { MEMORY_FILE_PATH: join(kit.folder, 'memory.jsonl') } }
    const everything = stdio(referenceServer('everything'))
    const files = stdio(referenceServer('filesystem'), documents)
    await kit.tools.importServers(JSON.stringify({ mcpServers: { everything, files, memory } }))
  })
  afterAll(async () => expect(await kit.close()).toEqual([]))

  test('list their tools, and are started by that', async () => {
    expect(kit.tools.servers().map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped'])
    const names = async (server: string) => (await kit.tools.list(server, signal)).map(({ name }) => name)
    expect(await names('everything')).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-structured-content']))
    expect(await names('files')).toEqual(expect.arrayContaining(['read_text_file', 'list_directory', 'write_file']))
    expect(await names('memory')).toEqual(expect.arrayContaining(['create_entities', 'search_nodes', 'read_graph']))
    expect(kit.tools.servers().map(({ state }) => state)).toEqual(['running', 'running', 'running'])
    // It runs as a task only.
    expect(kit.tools.servers()[0]?.left_out.map(({ name }) => name)).toEqual(['simulate-research-query'])
  })

  test('everything: text, structured data, resources as text, pictures as a note', async () => {
    expect((await kit.ask('@everything/echo hello 你好')).text).toBe('Echo: hello 你好')
    expect((await kit.ask('@everything/get-sum a=2, b: 40')).text).toBe('The sum of 2 and 40 is 42.')
    expect((await kit.ask('@get-structured-content location=chicago')).data['structured']).toMatchObject({
      temperature: 36,
    })
    expect((await kit.ask('@everything/get-resource-reference resourceType=Text resourceId=1')).text).toContain(
      'Resource 1: This is a plaintext resource',
    )
    expect((await kit.ask('@everything/get-tiny-image')).notes).toContain('A picture (image/png) was left out.')
    expect((await kit.ask('@everything/get-resource-links count=2')).text).toContain('demo://resource/dynamic')
  })

  // Would catch keys of Cairn's own environment in the hands of another program.
  test('everything: sees a bare environment and a home of its own', async () => {
    process.env['CAIRN_TEST_SECRET'] = 'not for others'
    const { text } = await kit.ask('@everything/get-env')
    delete process.env['CAIRN_TEST_SECRET']
    const env = JSON.parse(text) as Record<string, string>
    expect(
      Object.keys(env).filter((name) => !/^(?:PATH|HOME|TMPDIR|LANG|LC_\w+|TZ|PWD|SHLVL|_|OLDPWD)$/u.test(name)),
    ).toEqual([])
    expect(env['HOME']).toContain(join(kit.folder, 'tool-servers', 'everything-'))
  })

  test('everything: a long operation tells its progress, and can be cancelled', async () => {
    const steps: [number, number | null][] = []
    const progress = (done: number, total: number | null) => void steps.push([done, total])
    const { text } = await kit.ask('@everything/trigger-long-running-operation duration=0.2 steps=4', { progress })
    expect(text).toContain('completed')
    // The last step and the answer may come in one, and an answer ends the telling.
    expect(steps.slice(0, 3)).toEqual([1, 2, 3].map((step) => [step, 4]))

    const controller = new AbortController()
    const cancel = () => controller.abort()
    const long = '@everything/trigger-long-running-operation duration=60 steps=600'
    await expect(kit.ask(long, { progress: cancel, signal: controller.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    })
    expect((await kit.ask('@everything/echo again')).text).toBe('Echo: again')
  })

  test('everything: what it would ask of Cairn’s user or model it does not even offer', async () => {
    const names = (await kit.tools.list('everything', signal)).map(({ name }) => name)
    expect(names.filter((name) => /sampling|elicitation|roots/u.test(name))).toEqual([])
  })

  test('files: reads inside its folder and not outside', async () => {
    expect((await kit.ask(`@files/read_text_file ${join(documents, 'herons.txt')}`)).text).toContain('苍鹭三只')
    expect((await kit.ask(`@files/list_directory path=${documents}`)).text).toBe('[FILE] herons.txt')
    await expect(kit.ask('@files/read_text_file /etc/hostname')).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: /Access denied/u,
    })
    const args = JSON.stringify({ path: join(documents, 'new.txt'), content: 'written' })
    await kit.ask(`@files/write_file ${args}`)
    expect(await readFile(join(documents, 'new.txt'), 'utf8')).toBe('written')
  })

  test('memory: takes JSON and gives back what it took', async () => {
    const entity = { name: 'Blackfin', entityType: 'boat', observations: ['Has a red hull'] }
    await kit.ask(`@memory/create_entities ${JSON.stringify({ entities: [entity] })}`)
    const { data } = await kit.ask('@memory/search_nodes red hull')
    expect(data['structured']).toMatchObject({ entities: [entity] })
    await expect(kit.ask('@memory/create_entities {"entities":[{"name":7}]}')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: /entities\/0/u,
    })
  })
})

describe('the reference server over HTTP', () => {
  let kit: ExternalToolsKit
  let server: ChildProcess
  let url = ''
  const gate = createNetworkGate({ allowedHosts: () => ['example.org'], now: Date.now })
  const start = async (port: number) => {
    const env = { PATH: process.env['PATH'], PORT: String(port) }
    server = spawn(process.execPath, [referenceServer('everything'), 'streamableHttp'], { env, stdio: 'ignore' })
    await until(() => reaches(port))
  }
  beforeAll(async () => {
    kit = await ExternalToolsKit.open({ gate })
    const port = await freePort()
    url = `http://127.0.0.1:${port}/mcp`
    await start(port)
    await kit.tools.importServers(JSON.stringify({ servers: { web: { type: 'http', url } } }))
  })
  afterAll(async () => {
    await kit.close()
    server.kill('SIGKILL')
  })

  test('lists, answers, tells progress, can be cancelled', async () => {
    expect((await kit.tools.list('web', signal)).map(({ name }) => name)).toContain('echo')
    expect(kit.tools.servers()[0]).toMatchObject({ type: 'http', state: 'running', pid: null, place: url })
    expect((await kit.ask('@web/echo over the wire')).text).toBe('Echo: over the wire')
    const steps: number[] = []
    await kit.ask('@web/trigger-long-running-operation duration=0.2 steps=4', {
      progress: (done) => void steps.push(done),
    })
    expect(steps.slice(0, 3)).toEqual([1, 2, 3])
    const controller = new AbortController()
    const long = '@web/trigger-long-running-operation duration=60 steps=600'
    const options = { progress: () => controller.abort(), signal: controller.signal }
    await expect(kit.ask(long, options)).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(new Set(gate.attempts().map(({ host }) => host))).toEqual(new Set([new URL(url).host]))
  })

  test('that has ended is said to be, and is found again when it is back', async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await gone
    await expect(kit.ask('@web/echo hello')).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect(kit.tools.servers()[0]?.state).toBe('waiting')
    await start(Number(new URL(url).port))
    expect((await kit.ask('@web/echo back')).text).toBe('Echo: back')
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

async function reaches(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
}
