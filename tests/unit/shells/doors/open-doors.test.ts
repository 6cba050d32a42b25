import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DoorToken } from '@shells/doors/door-token'
import { Doors } from '@shells/doors/open-doors'
import { DoorEngine } from '../../../fakes/door-engine'
import { send } from './door-fixture'

let folder = ''
const said: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-doors-'))
  said.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the token of the doors', () => {
  // Would catch a token that others of this machine can read, and one that changes by itself.
  test('is made once, for its user only, and made anew on demand', async () => {
    const token = new DoorToken(folder)
    expect(token.current).toBeUndefined()
    const [first, again] = await Promise.all([token.get(), token.get()])
    expect(first).toMatch(/^[\w-]{43}$/u)
    expect(again).toBe(first)
    expect((await stat(join(folder, 'doors.json'))).mode & 0o777).toBe(0o600)
    expect(await new DoorToken(folder).get()).toBe(first)
    const next = await token.rotate()
    expect(next).not.toBe(first)
    expect([token.current, await new DoorToken(folder).get()]).toEqual([next, next])
  })

  test('a copied file is kept from others again, a damaged one is replaced', async () => {
    const kept = await new DoorToken(folder).get()
    await chmod(join(folder, 'doors.json'), 0o644)
    expect(await new DoorToken(folder).get()).toBe(kept)
    expect((await stat(join(folder, 'doors.json'))).mode & 0o777).toBe(0o600)
    await writeFile(join(folder, 'doors.json'), '{"token":')
    expect(await new DoorToken(folder).get()).toMatch(/^[\w-]{43}$/u)
  })
})

describe('the doors', () => {
  async function freePort(): Promise<number> {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    await new Promise((done) => server.close(done))
    return port
  }

  async function opened() {
    const engine = new DoorEngine()
    const doors = new Doors(folder, (line) => said.push(line))
    await doors.open(engine)
    return { engine, doors }
  }

  const models = async (port: number, token: string) =>
    (await send(port, { path: '/v1/models', method: 'GET', headers: { Authorization: `Bearer ${token}` } })).status

  // Would catch a door that is open before anybody opened it, and one that stays open.
  test('are closed until the settings open them, answer then, and close again', async () => {
    const { engine, doors } = await opened()
    const port = await freePort()
    expect(await doors.state()).toMatchObject({ mcp_http: { address: null }, openai: { wanted: false, address: null } })
    await expect(stat(join(folder, 'doors.json'))).rejects.toThrow('ENOENT')

    await engine.changeSettings({ doors: { openai: true, port } })
    expect(await doors.state()).toMatchObject({
      mcp_http: { wanted: false, address: null },
      openai: { wanted: true, address: `http://127.0.0.1:${port}/v1` },
      port,
      problem: null,
    })
    const token = await doors.token()
    expect(await models(port, token)).toBe(200)
    expect((await send(port, { path: '/mcp' })).status).toBe(404)

    const next = await doors.rotate()
    expect([await models(port, token), await models(port, next)]).toEqual([401, 200])
    await engine.changeSettings({ doors: { openai: false } })
    await doors.state()
    await expect(models(port, next)).rejects.toThrow('ECONNREFUSED')
    await doors.close()
    expect(said).toEqual([])
  })

  test('a port that another program has is said; the app goes on, and another port opens them', async () => {
    const other = createServer()
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const taken = (other.address() as AddressInfo).port
    const { engine, doors } = await opened()
    await engine.changeSettings({ doors: { mcp_http: true, port: taken } })
    expect(await doors.state()).toMatchObject({
      mcp_http: { wanted: true, address: null },
      problem: { code: 'UNREACHABLE', message: `Another program uses port ${taken}.` },
    })
    await engine.changeSettings({ doors: { port: await freePort() } })
    expect(await doors.state()).toMatchObject({
      problem: null,
      mcp_http: { address: expect.stringContaining('/mcp') as string },
    })
    await doors.close()
    await new Promise((done) => other.close(done))
  })

  // Would catch a sign of life of somebody who was kept out, and one that is lost with the token it came by.
  test('tell who came in last, by its own name, and of nobody without the token', async () => {
    const { engine, doors } = await opened()
    const port = await freePort()
    await engine.changeSettings({ doors: { openai: true, port } })
    await doors.state()
    const headers = (token: string) => ({ Authorization: `Bearer ${token}`, 'User-Agent': `  ${'x'.repeat(200)}` })
    await send(port, { path: '/v1/models', method: 'GET', headers: headers('wrong') })
    expect((await doors.state()).openai.last).toBeNull()
    await send(port, { path: '/v1/models', method: 'GET', headers: headers(await doors.token()) })
    await doors.rotate()
    const { openai, mcp_http } = await doors.state()
    expect(openai.last?.name).toBe('x'.repeat(80))
    expect(new Date(openai.last?.at ?? '').toISOString()).toBe(openai.last?.at)
    expect(mcp_http.last).toBeNull()
    await doors.close()
  })

  // Would catch a window that shows a visit only when it is opened anew, and one that is told of each of a thousand.
  test('tell the engine that somebody came in, and of many at once one time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { engine, doors } = await opened()
    try {
      const port = await freePort()
      await engine.changeSettings({ doors: { openai: true, port } })
      await doors.state()
      await vi.advanceTimersByTimeAsync(1000)
      expect(engine.doorChanges).toBe(1)
      const token = await doors.token()
      await Promise.all(Array.from({ length: 5 }, () => models(port, token)))
      expect(engine.doorChanges).toBe(1)
      await vi.advanceTimersByTimeAsync(1000)
      expect(engine.doorChanges).toBe(2)
    } finally {
      vi.useRealTimers()
      await doors.close()
    }
  })

  test('closing leaves nothing that listens and no record of a running Cairn', async () => {
    const { engine, doors } = await opened()
    const port = await freePort()
    await engine.changeSettings({ doors: { openai: true, port } })
    await doors.state()
    const record = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')) as { port: number; kind: string }
    expect(record.kind).toBe('app')
    await doors.close()
    await expect(models(port, await doors.token())).rejects.toThrow('ECONNREFUSED')
    await expect(send(record.port, { path: '/rpc' })).rejects.toThrow('ECONNREFUSED')
    await expect(stat(join(folder, 'running.json'))).rejects.toThrow('ENOENT')
  })
})
