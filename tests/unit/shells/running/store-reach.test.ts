import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { CairnError } from '@shared/errors'
import type { Engine } from '@engine/ports/engine-interface'
import { Doors } from '@shells/doors/open-doors'
import { openWithGuests } from '@shells/running/reach-running'
import { StoreReach } from '@shells/running/store-reach'
import { DoorEngine } from '../../../fakes/door-engine'
import { documentNamed } from '../../../fakes/fake-engine'
import { send } from '../doors/door-fixture'

let folder = ''
const reaches: StoreReach[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-running-'))
})
afterEach(async () => {
  await Promise.all(reaches.splice(0).map((reach) => reach.close()))
  await rm(folder, { recursive: true, force: true })
})

/** A store that one process has at a time. */
class Store {
  held = 0
  opened: DoorEngine[] = []

  open = (): Promise<Engine> => {
    if (this.held > 0) return Promise.reject(new CairnError('STORE_LOCKED', 'Another Cairn has it.', 'Use that one.'))
    this.held += 1
    const engine = new DoorEngine()
    engine.documents = [documentNamed(`opened-${this.opened.length}`)]
    engine.close = () => {
      this.held -= 1
      return Promise.resolve()
    }
    this.opened.push(engine)
    return Promise.resolve(engine)
  }
}

function reachOf(store: Store): StoreReach {
  const reach = new StoreReach({ folder, open: store.open, log: () => undefined })
  reaches.push(reach)
  return reach
}

const named = async (reach: StoreReach) => (await (await reach.client()).documents.list({})).map(({ name }) => name)

describe('a store that is reached wherever it is open', () => {
  test('is opened once where it is open nowhere; a second process goes through the first', async () => {
    const store = new Store()
    const [one, two] = [reachOf(store), reachOf(store)]
    const [first, again] = await Promise.all([one.client(), one.client()])
    expect(again).toBe(first)
    expect(await named(two)).toEqual(['opened-0'])
    expect(store.opened.length).toBe(1)
  })

  test('is asked through a running app, streams and errors included', async () => {
    const store = new Store()
    const engine = (await store.open()) as DoorEngine
    const doors = new Doors(folder, () => undefined)
    await doors.open(engine)
    const client = await reachOf(store).client()
    const types: string[] = []
    for await (const { type } of await client.chat.ask_aside({ question: 'Is it?' })) types.push(type)
    expect(types).toContain('final')
    await expect(client.documents.get({ id: 'none' })).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } })
    expect(store.opened.length).toBe(1)
    await doors.close()
  })

  // Would catch a client that is lost when the app it went through is closed.
  test('is opened by the second when the first is gone', async () => {
    const store = new Store()
    const [one, two] = [reachOf(store), reachOf(store)]
    await named(one)
    await named(two)
    await one.close()
    await expect.poll(async () => named(two).catch(() => [])).toEqual(['opened-1'])
  })

  // Would catch an app that cannot be opened because an assistant runs in the background.
  test('a guest gives it up for an app, and goes through that from then on', async () => {
    const store = new Store()
    const guest = reachOf(store)
    await named(guest)
    const engine = await openWithGuests(folder, store.open)
    const doors = new Doors(folder, () => undefined)
    await doors.open(engine)
    expect(await named(guest)).toEqual(['opened-1'])
    expect([store.held, store.opened.length]).toEqual([1, 2])
    await doors.close()
  })

  test('an app gives it up for nobody', async () => {
    const store = new Store()
    const doors = new Doors(folder, () => undefined)
    await doors.open(await store.open())
    await expect(openWithGuests(folder, store.open)).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    expect(store.held).toBe(1)
    await doors.close()
  })

  test('a record of a Cairn that was killed keeps nobody out', async () => {
    const record = { kind: 'app', port: 1, pid: 1, secret: 'x'.repeat(43) }
    await writeFile(join(folder, 'running.json'), JSON.stringify(record))
    expect(await named(reachOf(new Store()))).toEqual(['opened-0'])
    await writeFile(join(folder, 'running.json'), '{"kind":')
    expect((await stat(join(folder, 'running.json'))).isFile()).toBe(true)
  })
})

// Would catch an engine that any page or program of this machine can call.
test('who does not show the secret of the record, or is a page, is refused', async () => {
  const store = new Store()
  await named(reachOf(store))
  const path = join(folder, 'running.json')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const { port, secret } = JSON.parse(await readFile(path, 'utf8')) as { port: number; secret: string }
  const status = (headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, { headers })
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.on('open', () => {
        resolve(101)
        socket.close()
      })
      socket.on('error', () => undefined)
    })
  const authorization = `Bearer ${secret}`
  expect(await status({ authorization })).toBe(101)
  expect(await status({})).toBe(403)
  expect(await status({ authorization: `Bearer ${'x'.repeat(43)}` })).toBe(403)
  expect(await status({ authorization, origin: `http://127.0.0.1:${port}` })).toBe(403)
  expect(await status({ authorization, host: 'evil.example' })).toBe(403)
  expect((await send(port, { path: '/give-up', headers: { Authorization: 'Bearer x' } })).status).toBe(403)
  expect(store.held).toBe(1)
})
