import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { forkHost } from '@engine/inference/supervision/fork-host'
import type { HostProcess } from '@engine/ports/models/host-process'
import { ToUpkeepProcess } from '@engine/storage/chunks/upkeep/upkeep-task'
import type { Store } from '@engine/storage/store'
import { builtEntry } from '../../../built-entry'
import { documentChunks, documentRecord, temporaryFolder, testStore, textQuery } from '../store-fixture'

/** More rows than are maintained in the process of the store itself. */
const rows = 5_200
const seconds = 60_000

const said: string[] = []
const log = (line: string) => void said.push(line)
const upkeepProcess = () => forkHost(builtEntry('upkeep-process'), log)

beforeEach(() => {
  said.length = 0
})

/** Starts processes that are noted, and does something of its own with what they are sent. */
function watched(onSend: (child: HostProcess, message: ToUpkeepProcess) => void) {
  const tasks: string[] = []
  const children: HostProcess[] = []
  const fork = (): HostProcess => {
    const child = upkeepProcess()
    children.push(child)
    const send = (raw: object) => {
      const message = ToUpkeepProcess.parse(raw)
      tasks.push(message.task.kind)
      onSend(child, message)
    }
    return { ...child, send }
  }
  return { tasks, children, fork }
}

const passOn = (child: HostProcess, message: ToUpkeepProcess) => child.send(message)

async function fill(store: Store): Promise<void> {
  const texts = Array.from({ length: rows }, (_, at) => `stone row ${at}`)
  await store.index.replace([documentChunks('large', 'r1', texts), documentChunks('small', 'r1', ['amber wall'])])
  await store.catalogue.put(documentRecord('large', 'r1', { chunk_count: rows }))
  await store.catalogue.put(documentRecord('small', 'r1', { chunk_count: 1 }))
}

async function found(store: Store, term: string): Promise<number> {
  return (await store.index.textSearch(textQuery({ terms: [term] }), { limit: 30 })).length
}

/** Number of versions of the table: maintenance makes several, one after another. */
const versionsIn = (folder: string) => readdirSync(join(folder, 'lance', 'chunks.lance', '_versions')).length

it(
  'a large library is maintained in a process of its own, and what it finds is the same',
  async () => {
    const { tasks, children, fork } = watched(passOn)
    const folder = await temporaryFolder()
    const store = await testStore(folder, { forkUpkeep: fork, log })
    await fill(store)
    await store.index.maintain(true)
    expect(tasks).toEqual(['optimise', 'clean-up'])
    expect([await found(store, 'amber'), await found(store, 'stone')]).toEqual([1, 30])
    const nearest = await store.index.vectorSearch(new Float32Array(8).fill(1), { limit: 5 })
    expect(nearest).toHaveLength(5)
    await store.index.remove(['small'])
    expect(tasks).toEqual(['optimise', 'clean-up', 'rewrite', 'clean-up'])
    expect([await found(store, 'amber'), await store.index.countChunks()]).toEqual([0, rows])
    // The next write goes on from what the other process has written.
    await store.index.replace([documentChunks('next', 'r1', ['jade tower'])])
    expect([await found(store, 'jade'), await store.index.countChunks()]).toEqual([1, rows + 1])
    expect(children).toHaveLength(1)
    await store.close()
    const again = await testStore(folder)
    expect(again.needsRebuild).toBe(false)
    expect(await found(again, 'stone')).toBe(30)
    expect(said).toEqual([])
  },
  seconds,
)

it(
  'a process that is killed in the middle of it loses nothing: it is done without one',
  async () => {
    const folder = await temporaryFolder()
    const { children, fork } = watched((child, message) => {
      const before = versionsIn(folder)
      child.send(message)
      const look = setInterval(() => {
        if (versionsIn(folder) === before) return
        clearInterval(look)
        child.kill()
      }, 2)
    })
    const store = await testStore(folder, { forkUpkeep: fork, log })
    await fill(store)
    await store.index.maintain(true)
    await store.index.remove(['small'])
    expect([await found(store, 'amber'), await found(store, 'stone')]).toEqual([0, 30])
    expect(await store.index.countChunks()).toBe(rows)
    expect(children).toHaveLength(1)
    expect(said).toEqual([expect.stringContaining('SIGKILL')])
  },
  seconds,
)

it(
  'where no process can be started it is done without one',
  async () => {
    const forkUpkeep = () => forkHost(join('/nowhere', 'upkeep-process.js'), () => undefined)
    const store = await testStore(undefined, { forkUpkeep, log })
    await fill(store)
    await store.index.maintain(true)
    expect(await found(store, 'amber')).toBe(1)
    expect(said).toHaveLength(1)
  },
  seconds,
)

it(
  'what fails there is undone and said here, and the next try may succeed',
  async () => {
    let fails = true
    const { tasks, fork } = watched((child, message) => {
      passOn(child, fails ? { ...message, uri: join(message.uri, 'gone') } : message)
    })
    const store = await testStore(undefined, { forkUpkeep: fork, log })
    await fill(store)
    await expect(store.index.maintain(true)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    expect(await found(store, 'amber')).toBe(1)
    fails = false
    await store.index.maintain(true)
    expect(tasks).toEqual(['optimise', 'optimise', 'clean-up'])
    expect([await found(store, 'amber'), await found(store, 'stone')]).toEqual([1, 30])
  },
  seconds,
)
