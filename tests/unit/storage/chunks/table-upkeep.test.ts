import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@lancedb/lancedb'
import { beforeEach, expect, it } from 'vitest'
import { forkHost } from '@engine/inference/supervision/fork-host'
import type { HostProcess } from '@engine/ports/models/host-process'
import { FromUpkeepProcess, ToUpkeepProcess } from '@engine/storage/chunks/upkeep/upkeep-task'
import { TableUpkeep } from '@engine/storage/chunks/upkeep/table-upkeep'
import type { Store } from '@engine/storage/store'
import { addRows } from '@engine/storage/tables/chunk-rows'
import { createChunkTable } from '@engine/storage/tables/chunk-table'
import { builtEntry } from '../../../built-entry'
import { dimensions, documentChunks, documentRecord, temporaryFolder, testStore, textQuery } from '../store-fixture'

/** More rows than are maintained in the process of the store itself. */
const rows = 5_200
const seconds = 60_000

const said: string[] = []
const log = (line: string) => void said.push(line)
const upkeepProcess = () => forkHost(builtEntry('upkeep-process'), log)

beforeEach(() => {
  said.length = 0
})

interface Meddling {
  /** Instead of sending the task on. */
  readonly send?: (child: HostProcess, message: ToUpkeepProcess) => void
  /** What is heard in the place of an answer. */
  readonly hear?: (message: FromUpkeepProcess) => FromUpkeepProcess
}

/** Starts processes that are noted, with somebody in the line. */
function watched({ send, hear = (message) => message }: Meddling = {}) {
  const tasks: string[] = []
  const children: HostProcess[] = []
  const fork = (): HostProcess => {
    const child = upkeepProcess()
    children.push(child)
    return {
      ...child,
      onMessage: (listener) => child.onMessage((raw) => listener(hear(FromUpkeepProcess.parse(raw)))),
      send: (raw) => {
        const message = ToUpkeepProcess.parse(raw)
        tasks.push(message.task.kind)
        if (send) send(child, message)
        else child.send(message)
      },
    }
  }
  return { tasks, children, fork }
}

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
    const { tasks, children, fork } = watched()
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

/** Kills the process once it has made a first version of the table. */
function killer(folder: string) {
  return (child: HostProcess, message: ToUpkeepProcess) => {
    const before = versionsIn(folder)
    child.send(message)
    const look = setInterval(() => {
      if (versionsIn(folder) === before) return
      clearInterval(look)
      child.kill()
    }, 2)
  }
}

it(
  'a process that is killed in the middle of it loses nothing: another one does it, and after two it is done without',
  async () => {
    const folder = await temporaryFolder()
    const { tasks, children, fork } = watched({ send: killer(folder) })
    const store = await testStore(folder, { forkUpkeep: fork, log })
    await fill(store)
    await store.index.maintain(true)
    expect([tasks, children.length]).toEqual([['optimise', 'optimise'], 2])
    await store.index.remove(['small'])
    expect([await found(store, 'amber'), await found(store, 'stone')]).toEqual([0, 30])
    expect(await store.index.countChunks()).toBe(rows)
    expect(children).toHaveLength(2)
    const killed: unknown = expect.stringContaining('SIGKILL')
    expect(said).toEqual([killed, killed, expect.stringContaining('without a process')])
  },
  seconds,
)

it.each([
  ['ends before it listens', () => forkHost(join('/nowhere', 'upkeep-process.js'), () => undefined)],
  [
    'cannot be started',
    (): HostProcess => {
      throw new Error('upkeep-process.js was not built')
    },
  ],
])(
  'where a process %s it is done without one',
  async (_what, forkUpkeep) => {
    const store = await testStore(undefined, { forkUpkeep, log })
    await fill(store)
    await store.index.maintain(true)
    expect(await found(store, 'amber')).toBe(1)
    expect(said).toHaveLength(2)
  },
  seconds,
)

it(
  'what fails there is undone and said here, and the next try may succeed',
  async () => {
    let fails = true
    const hear = (message: FromUpkeepProcess): FromUpkeepProcess =>
      fails && message.type === 'done' ? { type: 'failed', id: message.id, message: 'No space left' } : message
    const folder = await temporaryFolder()
    const { tasks, fork } = watched({ hear })
    const store = await testStore(folder, { forkUpkeep: fork, log })
    await fill(store)
    const indexed = async () => {
      const connection = await connect(join(folder, 'lance'))
      const names = (await (await connection.openTable('chunks')).listIndices()).map(({ name }) => name)
      connection.close()
      return names
    }
    const before = await indexed()
    await expect(store.index.maintain(true)).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(await indexed()).toEqual(before)
    expect(await found(store, 'amber')).toBe(1)
    fails = false
    await store.index.maintain(true)
    expect(tasks).toEqual(['optimise', 'optimise', 'clean-up'])
    expect(await indexed()).toContain('vector_idx')
    expect([await found(store, 'amber'), await found(store, 'stone')]).toEqual([1, 30])
  },
  seconds,
)

it(
  'whoever searches meanwhile always finds, also while old files are deleted',
  async () => {
    const { fork } = watched()
    const store = await testStore(undefined, { forkUpkeep: fork, log })
    await fill(store)
    const done = new AbortController()
    let searches = 0
    const searching = (async () => {
      for (; !done.signal.aborted; searches += 1) expect(await found(store, 'stone')).toBe(30)
    })()
    await store.index.maintain(true)
    for (let round = 0; round < 3; round += 1) {
      await store.index.replace([documentChunks('small', `r${round + 2}`, ['amber wall'])])
      await store.index.remove(['small'])
    }
    done.abort()
    await searching
    expect(searches).toBeGreaterThan(5)
  },
  seconds,
)

/** Nice values of all threads of a process. */
function niceValues(id: number): number[] {
  return readdirSync(`/proc/${id}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${id}/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

it.runIf(process.platform === 'linux')(
  'all of its threads give way to everything else, and it ends when there was nothing to do for a while',
  async () => {
    const folder = await temporaryFolder()
    const open = await createChunkTable({ uri: join(folder, 'lance'), prepare: () => Promise.resolve() }, dimensions)
    const texts = Array.from({ length: 300 }, (_, at) => `stone row ${at}`)
    await addRows(open.table, [documentChunks('d', 'r1', texts)], dimensions)
    const { children, fork } = watched()
    const uri = join(folder, 'lance')
    const upkeep = new TableUpkeep({ fork, place: { uri }, temporaryFolder: folder, log, leastRows: 1, idleMs: 500 })
    const last = { fragments: 0, vectorRows: 0, isTextWhole: false }
    expect(await upkeep.perform(open.table, { kind: 'optimise', last, isDone: true })).toMatchObject({
      isTextWhole: true,
    })
    const id = children[0]?.pid ?? 0
    const nice = niceValues(id)
    expect(nice.length).toBeGreaterThan(8)
    expect(new Set(nice)).toEqual(new Set([10]))
    const ended = new Promise((resolve) => children[0]?.onExit(resolve))
    expect(await ended).toBe('SIGKILL')
    await upkeep.perform(open.table, { kind: 'clean-up', last, keepMs: 0 })
    expect(children).toHaveLength(2)
    await upkeep.close()
    expect(existsSync(`/proc/${children[1]?.pid}`)).toBe(false)
    expect(said).toEqual([])
    open.table.close()
    open.connection.close()
  },
  seconds,
)
