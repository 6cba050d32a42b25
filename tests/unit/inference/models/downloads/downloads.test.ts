import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { CatalogueEntry, Download } from '@shared/models/models'
import { Downloads, type DownloadsOptions } from '@engine/inference/models/downloads/downloads'
import { ModelFolder } from '@engine/inference/models/folder/model-folder'
import { openPartFile } from '@engine/inference/models/downloads/part-file'
import { createNetworkGate } from '@engine/platform/network-gate'
import { entryAt, ggufBytes, sha256, someDetails } from '../../../../fakes/catalogue-entry'
import { type DownloadHost, startDownloadHost } from '../../../../fakes/download-host'

let folder = ''
let host: DownloadHost
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-downloads-'))
  host = await startDownloadHost()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

async function opened(entries: CatalogueEntry[], options: Partial<DownloadsOptions> = {}) {
  let ids = 0
  let time = 0
  const newId = () => `id-${(ids += 1)}`
  const waits: number[] = []
  const views: Download[] = []
  let watching: ((view: Download) => void) | undefined
  const models = await ModelFolder.open({
    folder,
    inspect: () => Promise.resolve(someDetails),
    newId,
    now: () => 1,
    changed: () => undefined,
    log: () => undefined,
  })
  const downloads: Downloads = await Downloads.open({
    folder,
    gate: createNetworkGate({ allowedHosts: () => [], now: () => 0 }),
    manifest: { version: 1, checked_on: '2026-01-01', entries },
    mirror: () => null,
    isInstalled: (id) => models.list().some(({ entry_id }) => entry_id === id),
    now: () => (time += 1000),
    newId,
    add: (files, entry, signal) => models.add([files], { entry, move: true }, signal),
    changed: () => {
      for (const view of downloads.list()) {
        views.push(view)
        watching?.(view)
      }
    },
    log: () => undefined,
    wait: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    ...options,
  })
  closing.push(
    () => downloads.close(),
    () => models.close(),
  )
  /** Resolves with the download once it is as it should be. */
  const until = (is: (view: Download) => boolean) =>
    new Promise<Download>((found) => {
      const look = (view: Download) => {
        if (!is(view)) return
        watching = undefined
        found(view)
      }
      watching = look
      downloads.list().forEach(look)
    })
  const ended = () => until(({ state }) => state === 'done' || state === 'failed' || state === 'paused')
  return { downloads, models, waits, views, until, ended }
}

const big = 400_000
const hashOf = async (path: string) => sha256(await readFile(join(folder, path)))

describe('a download', () => {
  test('brings every file, checks it, installs the model and leaves nothing else', async () => {
    const config = Buffer.from('{"architectures":["BertModel"]}')
    const files = { 'onnx/model.onnx': ggufBytes(big), 'tokenizer.json': Buffer.from('{}'), 'config.json': config }
    const entry = entryAt(host, 'tiny', files, { kind: 'embedder', format: 'onnx' })
    const { downloads, models, views, ended } = await opened([entry])
    const id = await downloads.start('tiny', [])
    expect(await ended()).toMatchObject({
      id,
      entry_id: 'tiny',
      state: 'done',
      verified: true,
      done: entry.bytes,
      error: null,
    })
    const [model] = models.list()
    expect(model).toMatchObject({ entry_id: 'tiny', name: 'The tiny', kind: 'embedder', bytes: entry.bytes })
    expect(await hashOf('tiny/onnx/model.onnx')).toBe(sha256(files['onnx/model.onnx']))
    expect(await readdir(folder)).toEqual(['tiny'])
    // The small ones first.
    expect(host.seen.map(({ path }) => path)).toEqual([
      '/tiny/tokenizer.json',
      '/tiny/config.json',
      '/tiny/onnx/model.onnx',
    ])
    expect(views.some(({ state, bytes_per_second }) => state === 'running' && bytes_per_second > 0)).toBe(true)
    expect(views.at(-1)?.bytes_per_second).toBe(0)
  })

  test('without a published checksum nothing is claimed', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) }, { known: false })
    const { downloads, ended } = await opened([entry])
    await downloads.start('m', [])
    expect(await ended()).toMatchObject({ state: 'done', verified: false })
  })

  // Catches a download that reaches a host nobody allowed, or that leaves traces of what was refused.
  test('is refused before anything is written, naming the hosts', async () => {
    const entry = entryAt({ url: (path) => `https://huggingface.co${path}`, put: () => undefined }, 'm', {
      'm.gguf': ggufBytes(10),
    })
    const { downloads } = await opened([entry])
    const refused = await downloads.start('m', []).catch((thrown: unknown) => thrown)
    expect(refused).toMatchObject({ code: 'NETWORK_DENIED', deniedHost: 'huggingface.co' })
    expect((refused as CairnError).message).toMatch(/^The m comes from huggingface\.co and hosts below hf\.co\./)
    expect([await readdir(folder), downloads.list()]).toEqual([[], []])
    await expect(downloads.start('none', [])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is refused where it would not fit', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) })
    const { downloads } = await opened([entry], { freeBytes: () => Promise.resolve(999) })
    await expect(downloads.start('m', [])).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(await readdir(folder)).toEqual([])
  })

  test('is paused, shown after a restart without starting by itself, and gone on with', async () => {
    const bytes = ggufBytes(big)
    const entry = entryAt(host, 'm', { 'm.gguf': bytes })
    host.trick('/m/m.gguf', { holdAfter: big / 2 })
    const first = await opened([entry])
    const id = await first.downloads.start('m', [])
    await first.until(({ done }) => done === big / 2)
    expect(await first.downloads.pause(id)).toBe(true)
    expect(first.downloads.list()).toMatchObject([{ id, state: 'paused', done: big / 2, error: null }])
    expect(await first.downloads.pause(id)).toBe(false)
    const asked = host.seen.length

    const second = await opened([entry])
    expect(second.downloads.list()).toMatchObject([{ id, state: 'paused', done: big / 2, total: big }])
    expect(host.seen).toHaveLength(asked)
    const [again, twice] = await Promise.all([second.downloads.start('m', []), second.downloads.start('m', [])])
    expect([again, twice]).toEqual([id, id])
    expect(await second.ended()).toMatchObject({ state: 'done', verified: true })
    expect(host.seen.at(-1)).toMatchObject({ range: `bytes=${big / 2}-`, ifRange: '"v1"', status: 206 })
    expect(await hashOf('m/m.gguf')).toBe(sha256(bytes))
  })

  test('is cancelled, and what came is thrown away', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(big) })
    host.trick('/m/m.gguf', { holdAfter: 1000 })
    const { downloads, until } = await opened([entry])
    const id = await downloads.start('m', [])
    await until(({ done }) => done === 1000)
    expect([await downloads.cancel(id), await downloads.cancel(id)]).toEqual([true, false])
    expect([downloads.list(), await readdir(folder)]).toEqual([[], []])
  })

  // Catches a model that is there although its download was cancelled, and a Cairn that cannot be closed meanwhile.
  test('cancelled while its model is checked, it is not installed', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) })
    const { models } = await opened([entry])
    let stopped: unknown
    const { downloads, until } = await opened([entry], {
      add: (files, given, signal) => {
        const adding = new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => {
            stopped = signal.reason
            reject(signal.reason as Error)
          })
        })
        return adding.catch(() => models.add([files], { entry: given, move: true }, signal))
      },
    })
    const id = await downloads.start('m', [])
    await until(({ state }) => state === 'verifying')
    expect(await downloads.cancel(id)).toBe(true)
    expect(stopped).toMatchObject({ code: 'CANCELLED' })
    expect([models.list(), downloads.list(), await readdir(folder)]).toEqual([[], [], []])
  })

  test('that was installed before it could be cancelled is not said to be cancelled', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) })
    const { models } = await opened([entry])
    const { downloads, until } = await opened([entry], {
      // It heeds no signal: too late is too late.
      add: (files, given) => models.add([files], { entry: given, move: true }),
    })
    const id = await downloads.start('m', [])
    await until(({ state }) => state === 'verifying')
    expect(await downloads.cancel(id)).toBe(false)
    expect([models.list().length, downloads.list()[0]?.state]).toEqual([1, 'done'])
    // What is over can be taken off the list.
    expect([await downloads.cancel(id), downloads.list()]).toEqual([true, []])
  })

  // Catches a disk that is filled by an answer without an end.
  test.each([
    ['without saying how much', { silent: true }],
    ['and says so', {}],
  ])('whose server sends far more than the file has, %s, is given up and thrown away', async (_how, trick) => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) }, { known: false })
    host.put('/m/m.gguf', ggufBytes(1_200_000))
    host.trick('/m/m.gguf', trick)
    const { downloads, ended } = await opened([entry])
    await downloads.start('m', [])
    expect(await ended()).toMatchObject({ state: 'failed', done: 0, error: { code: 'FILE_TOO_LARGE' } })
    expect(existsSync(join(folder, '.download-m/0.part'))).toBe(false)
  })

  // Catches a catalogue whose file is written anywhere on the disk.
  test('whose catalogue names a file outside its folder ends, and writes nothing there', async () => {
    const entry = entryAt(host, 'm', { '../../../stolen.gguf': ggufBytes(1000) }, { known: false })
    const { downloads, ended } = await opened([entry])
    host.put('/stolen.gguf', ggufBytes(1000))
    await downloads.start('m', [])
    expect(await ended()).toMatchObject({ state: 'failed', error: { code: 'MODEL_UNUSABLE' } })
    expect(existsSync(join(folder, '../stolen.gguf'))).toBe(false)
  })

  // Catches a second Cairn that shows, pauses or removes the downloads of the first.
  test('of another Cairn that has the folder is not touched', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) })
    host.trick('/m/m.gguf', { status: 404 })
    const first = await opened([entry])
    await first.downloads.start('m', [])
    await first.ended()
    const locked = new CairnError('STORE_LOCKED', 'Another one.', '')
    const access = {
      isReadOnly: true,
      requireWritable: () => (access.isReadOnly ? Promise.reject(locked) : Promise.resolve()),
    }
    const { downloads } = await opened([], { access })
    expect([downloads.list(), existsSync(join(folder, '.download-m'))]).toEqual([[], true])
    const second = await opened([entry], { access })
    await expect(second.downloads.start('m', [])).rejects.toBe(locked)
    access.isReadOnly = false
    await second.downloads.start('m', [])
    expect(await second.ended()).toMatchObject({ state: 'done' })
  })

  // Catches the beginning of one file joined to the end of another.
  test.each([
    ['was changed on the server', {}, 200],
    ['comes from a server without ranges', { ignoreRange: true }, 200],
  ])('whose file %s begins anew', async (_why, trick, status) => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(big) }, { known: false })
    host.trick('/m/m.gguf', { holdAfter: 100_000 })
    const { downloads, until, ended } = await opened([entry])
    const id = await downloads.start('m', [])
    await until(({ done }) => done === 100_000)
    await downloads.pause(id)
    const newer = ggufBytes(big + 5)
    host.put('/m/m.gguf', newer)
    host.trick('/m/m.gguf', trick)
    await downloads.start('m', [])
    expect(await ended()).toMatchObject({ state: 'done', done: big + 5, total: big + 5 })
    expect(host.seen.at(-1)).toMatchObject({ range: 'bytes=100000-', status })
    expect(await hashOf('m/m.gguf')).toBe(sha256(newer))
  })

  test('a server that says nothing of the file is believed as far as the checksum agrees', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(big) })
    host.trick('/m/m.gguf', { silent: true })
    const { downloads, ended } = await opened([entry])
    await downloads.start('m', [])
    expect(await ended()).toMatchObject({ state: 'done', verified: true })
  })

  test('a part that is already whole is finished without its bytes being asked for again', async () => {
    const bytes = ggufBytes(1000)
    const entry = entryAt(host, 'm', { 'm.gguf': bytes })
    host.trick('/m/m.gguf', { holdAfter: 500 })
    const first = await opened([entry])
    const id = await first.downloads.start('m', [])
    await first.until(({ done }) => done === 500)
    await first.downloads.pause(id)
    await writeFile(join(folder, '.download-m/0.part'), bytes)
    const second = await opened([entry])
    await second.downloads.start('m', [])
    expect(await second.ended()).toMatchObject({ state: 'done', verified: true })
    expect(host.seen.at(-1)).toMatchObject({ status: 416 })
  })

  test('a busy server is asked again, with longer pauses or as it wishes; then it is given up for now', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) })
    const { downloads, waits, ended } = await opened([entry])
    host.trick('/m/m.gguf', { status: 503, times: 2 }, { status: 429, retryAfter: 30 })
    await downloads.start('m', [])
    expect(await ended()).toMatchObject({ state: 'done' })
    expect(waits).toEqual([1000, 4000, 30_000])
    const other = entryAt(host, 'n', { 'n.gguf': ggufBytes(1000) })
    const second = await opened([other])
    host.trick('/n/n.gguf', { status: 500, times: 4 })
    await second.downloads.start('n', [])
    expect(await second.ended()).toMatchObject({ state: 'failed', error: { code: 'UNREACHABLE' } })
    expect(second.waits).toEqual([1000, 4000, 16_000])
  })

  test.each([
    [403, 'PERMISSION_DENIED', /agreed to its terms/, /by hand/],
    [401, 'PERMISSION_DENIED', /agreed to its terms/, /by hand/],
    [404, 'NOT_FOUND', /no longer has/, /by hand/],
    [400, 'UNREACHABLE', /could not send/, /later/],
  ])('HTTP %i is said in words and not tried again', async (status, code, message, action) => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) })
    host.trick('/m/m.gguf', { status })
    const { downloads, waits, ended } = await opened([entry])
    await downloads.start('m', [])
    const { state, error } = await ended()
    expect([state, error?.code, waits]).toEqual(['failed', code, []])
    expect(error?.message).toMatch(message)
    expect(error?.action).toMatch(action)
  })

  test('a host that cannot be reached is told in the download', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) })
    await host.close()
    const { downloads, ended } = await opened([entry])
    await downloads.start('m', [])
    expect(await ended()).toMatchObject({ state: 'failed', error: { code: 'UNREACHABLE' } })
    host = await startDownloadHost()
  })

  test('a model that cannot be used is told, and its files are kept for another try', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) })
    let fails = true
    const seen = await opened([entry])
    const { downloads, ended } = await opened([entry], {
      add: (files, given, signal) =>
        fails
          ? Promise.reject(new CairnError('MODEL_UNUSABLE', 'No.', ''))
          : seen.models.add([files], { entry: given, move: true }, signal),
    })
    await downloads.start('m', [])
    expect(await ended()).toMatchObject({ state: 'failed', error: { code: 'MODEL_UNUSABLE' } })
    fails = false
    await downloads.start('m', [])
    expect(await ended()).toMatchObject({ state: 'done', verified: true })
    expect(host.seen).toHaveLength(1)
  })

  test('progress is told four times a second at most', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(4_000_000) })
    const { downloads, views, ended } = await opened([entry], { now: () => 5 })
    await downloads.start('m', [])
    await ended()
    expect(views.map(({ state }) => state)).toEqual(['running', 'verifying', 'done'])
  })

  test('what belongs to no entry, is damaged, or was installed is removed at the start', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) })
    host.trick('/m/m.gguf', { status: 404 })
    const first = await opened([entry])
    await first.downloads.start('m', [])
    await first.ended()
    expect(existsSync(join(folder, '.download-m'))).toBe(true)
    expect((await opened([])).downloads.list()).toEqual([])
    expect(existsSync(join(folder, '.download-m'))).toBe(false)
  })

  test('a redirect to a host nobody allowed ends it, and says which', async () => {
    const entry = entryAt(host, 'm', { 'm.gguf': ggufBytes(1000) })
    host.trick('/m/m.gguf', { redirectTo: 'https://files.example/m.gguf' })
    const { downloads, ended } = await opened([entry])
    await downloads.start('m', [])
    const { state, error } = await ended()
    expect([state, error?.code]).toEqual(['failed', 'NETWORK_DENIED'])
    expect(error?.message).toContain('files.example')
  })
})

test('a full disk pauses it with what came kept', async () => {
  const bytes = ggufBytes(big)
  const entry = entryAt(host, 'm', { 'm.gguf': bytes })
  let room = 150_000
  const { downloads, ended } = await opened([entry], {
    openPart: async (path) => {
      const part = await openPartFile(path)
      return {
        ...part,
        write: async (piece) => {
          const fits = piece.subarray(0, Math.max(0, room))
          room -= fits.byteLength
          await part.write(fits)
          if (fits.byteLength < piece.byteLength) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        },
      }
    },
  })
  await downloads.start('m', [])
  expect(await ended()).toMatchObject({ state: 'paused', done: 150_000, error: { code: 'DISK_FULL' } })
  room = big
  await downloads.start('m', [])
  expect(await ended()).toMatchObject({ state: 'done', verified: true })
  expect(await hashOf('m/m.gguf')).toBe(sha256(bytes))
})
