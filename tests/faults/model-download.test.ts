import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CatalogueEntry, Download, Manifest } from '@shared/models/models'
import { Downloads, type DownloadsOptions } from '@engine/inference/models/downloads/downloads'
import { ModelFolder } from '@engine/inference/models/folder/model-folder'
import { openPartFile } from '@engine/inference/models/downloads/part-file'
import { createNetworkGate } from '@engine/platform/network-gate'
import { builtEntry } from '../built-entry'
import { entryAt, ggufBytes, sha256, someDetails } from '../fakes/catalogue-entry'
import { type DownloadHost, startDownloadHost } from '../fakes/download-host'
import { rounds } from '../rounds'

const times = rounds(2, 10)
const tries = Array.from({ length: times }, (_, n) => n)
const size = 1_000_000
const cutAt = size * 0.3
const child = builtEntry('download-child')
let folder = ''
let host: DownloadHost
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-model-download-'))
  host = await startDownloadHost()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

const catalogueOf = (entry: CatalogueEntry): Manifest => ({ version: 1, checked_on: '2026-01-01', entries: [entry] })

/** `cuts`: how many bytes have come when the host breaks the connection. */
async function opened(entry: CatalogueEntry, options: Partial<DownloadsOptions> = {}, cuts: number[] = []) {
  const models = await ModelFolder.open({
    folder,
    inspect: () => Promise.resolve(someDetails),
    newId: () => 'id',
    now: () => 1,
    changed: () => undefined,
    log: () => undefined,
  })
  let time = 0
  let told: ((download: Download) => void) | undefined
  const downloads: Downloads = await Downloads.open({
    folder,
    gate: createNetworkGate({ allowedHosts: () => [], now: () => 0 }),
    manifest: catalogueOf(entry),
    mirror: () => null,
    isInstalled: (id) => models.list().some(({ entry_id }) => entry_id === id),
    // Every piece is a quarter of a second later, so that each is told.
    now: () => (time += 250),
    newId: () => 'the-download',
    add: (files, of, signal) => models.add([files], { entry: of, move: true }, signal),
    changed: () => {
      for (const one of downloads.list()) {
        if (one.done === cuts[0]) {
          cuts.shift()
          void host.cut()
        }
        told?.(one)
      }
    },
    log: () => undefined,
    wait: () => Promise.resolve(),
    ...options,
  })
  closing.push(
    () => downloads.close(),
    () => models.close(),
  )
  /** Starts, and resolves with how it ended. */
  const run = async () => {
    const ended = new Promise<Download>((found) => {
      told = (download) => {
        if (download.state !== 'running' && download.state !== 'verifying') found(download)
      }
    })
    await downloads.start(entry.id, [])
    return ended
  }
  return { downloads, models, run }
}

/** The installed model is byte for byte what was published, and nothing else is in the folder. */
async function expectInstalled(bytes: Buffer): Promise<void> {
  expect(await readdir(folder)).toEqual(['m'])
  expect(sha256(await readFile(join(folder, 'm/m.gguf')))).toBe(sha256(bytes))
}

describe(`a download, ${times} times`, () => {
  // Catches bytes that are lost, doubled or joined wrongly where the connection broke.
  test.each(tries)('cut at 30 percent goes on by itself and gives the same bytes (%i)', async () => {
    const bytes = ggufBytes(size)
    const entry = entryAt(host, 'm', { 'm.gguf': bytes })
    host.trick('/m/m.gguf', { holdAfter: cutAt })
    const { run } = await opened(entry, {}, [cutAt])
    expect(await run()).toMatchObject({ state: 'done', verified: true })
    expect(host.seen.map(({ range, status }) => [range, status])).toEqual([
      [undefined, 200],
      [`bytes=${cutAt}-`, 206],
    ])
    await expectInstalled(bytes)
  })

  test.each(tries)('cut again and again is kept, and resumed when a person asks (%i)', async () => {
    const bytes = ggufBytes(size)
    const entry = entryAt(host, 'm', { 'm.gguf': bytes })
    host.trick('/m/m.gguf', { holdAfter: cutAt }, { holdAfter: 1000, times: 3 })
    const cuts = [0, 1000, 2000, 3000].map((more) => cutAt + more)
    const { run } = await opened(entry, {}, cuts)
    const broken = await run()
    expect(broken).toMatchObject({ state: 'failed', done: cutAt + 3000, error: { code: 'UNREACHABLE' } })
    expect(await run()).toMatchObject({ id: broken.id, state: 'done', verified: true })
    expect(host.seen.at(-1)).toMatchObject({ range: `bytes=${cutAt + 3000}-`, status: 206 })
    await expectInstalled(bytes)
  })

  // Catches a model that is installed although it is not what was published, and a bad part that is gone on with for ever.
  test.each(tries)('with wrong bytes is refused and thrown away; the right ones are taken then (%i)', async () => {
    const bytes = ggufBytes(size)
    const entry = entryAt(host, 'm', { 'm.gguf': bytes })
    host.trick('/m/m.gguf', { wrongBytes: true })
    const { run, models } = await opened(entry)
    expect(await run()).toMatchObject({ state: 'failed', done: 0, error: { code: 'CHECKSUM_MISMATCH' } })
    expect(models.list()).toEqual([])
    expect(await readdir(join(folder, '.download-m'))).toEqual(['download.json', 'files'])
    expect(await run()).toMatchObject({ state: 'done', verified: true })
    expect(host.seen.map(({ range }) => range)).toEqual([undefined, undefined])
    await expectInstalled(bytes)
  })

  test.each(tries)('on a disk that fills up is paused, and goes on once there is space (%i)', async (n) => {
    const bytes = ggufBytes(size)
    const entry = entryAt(host, 'm', { 'm.gguf': bytes })
    let room = Math.floor((size * (n + 1)) / (times + 2))
    const kept = room
    const openPart: DownloadsOptions['openPart'] = async (path) => {
      const part = await openPartFile(path)
      const write = async (piece: Uint8Array) => {
        const fits = piece.subarray(0, room)
        room -= fits.byteLength
        await part.write(fits)
        if (fits.byteLength < piece.byteLength) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      }
      return { ...part, write }
    }
    const { run } = await opened(entry, { openPart })
    expect(await run()).toMatchObject({ state: 'paused', done: kept, error: { code: 'DISK_FULL' } })
    room = size
    expect(await run()).toMatchObject({ state: 'done', verified: true })
    await expectInstalled(bytes)
  })

  // Catches what came before a crash being thrown away, or trusted although it is not what the server has.
  test.each(tries)('killed with -9 half-way is shown as paused and goes on from there (%i)', async () => {
    const bytes = ggufBytes(size)
    const entry = entryAt(host, 'm', { 'm.gguf': bytes })
    host.trick('/m/m.gguf', { holdAfter: size / 2 })
    const process_ = spawn(process.execPath, [child, folder, JSON.stringify(catalogueOf(entry)), 'm'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, errors] = ['', '']
    process_.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    process_.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.split('\n').includes(String(size / 2))) process_.kill('SIGKILL')
    })
    const signal = await new Promise((ended) => process_.on('close', (_code, killedBy) => ended(killedBy)))
    expect({ signal, errors }).toEqual({ signal: 'SIGKILL', errors: '' })
    const asked = host.seen.length

    const { downloads, run } = await opened(entry)
    expect(downloads.list()).toMatchObject([{ id: 'the-download', state: 'paused', done: size / 2, total: size }])
    expect(host.seen).toHaveLength(asked)
    expect(await run()).toMatchObject({ state: 'done', verified: true })
    expect(host.seen.at(-1)).toMatchObject({ range: `bytes=${size / 2}-`, status: 206 })
    await expectInstalled(bytes)
  })
})
