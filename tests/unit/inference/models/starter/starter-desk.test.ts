import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { ModelSettings } from '@shared/models/model-settings'
import type { CatalogueEntry, Download, InstalledModel } from '@shared/models/models'
import { StarterSet } from '@shared/models/starter-set'
import { StarterDesk, type StarterParts } from '@engine/inference/models/starter/starter-desk'
import { entryAt, ggufBytes } from '../../../../fakes/catalogue-entry'
import { modelNamed } from '../../../../fakes/fake-models'

let scratch = ''
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-starter-'))
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

const files: Record<string, Buffer> = {}
const host = { url: (path: string) => `https://example.org${path}`, put: () => undefined }
function entry(id: string, kind: CatalogueEntry['kind'], path: string): CatalogueEntry {
  const own = (files[`${id}/${path}`] ??= ggufBytes(4000))
  return { ...entryAt(host, id, { [path]: own }, { kind }), languages: ['mul', 'en', 'zh'] }
}
const embedder = entry('e', 'embedder', 'onnx/model.onnx')
const reranker = entry('r', 'reranker', 'onnx/model.onnx')
const language = entry('l', 'language', 'l.gguf')
const small = { ...entry('s', 'language', 's.gguf'), bytes: 1 }
const machine = { cpu: '', cores: 4, memory_bytes: 16e9, free_bytes: 8e9, disk_free_bytes: 1e12, gpus: [] }
const denied = new CairnError('NETWORK_DENIED', 'No.', 'Allow cdn.example.org.')

/** What lies outside the desk, and outlives it: a models folder, downloads that a test moves, settings. */
function world() {
  let settings = ModelSettings.parse({})
  let installed: InstalledModel[] = []
  let downloads: Download[] = []
  const did: string[] = []
  const refused = new Set<string>()
  const opened: StarterDesk[] = []
  const install = (of: CatalogueEntry) => {
    const model = modelNamed(`${of.format}:${of.id}`, { kind: of.kind, entry_id: of.id })
    installed = [...installed.filter(({ id }) => id !== model.id), model]
    return model
  }
  const show = (entry_id: string, state: Download['state']) => {
    const known = downloads.filter((one) => one.entry_id !== entry_id)
    const bytes = { done: state === 'done' ? 4000 : 1000, total: 4000, bytes_per_second: 0 }
    downloads = [...known, { id: entry_id, entry_id, state, ...bytes, verified: false, error: null }]
    for (const desk of opened) desk.look()
  }
  const parts: StarterParts = {
    file: join(scratch, 'starter-set.json'),
    manifest: { version: 1, checked_on: '', entries: [embedder, reranker, language, small] },
    folder: {
      list: () => installed,
      get: (id) => installed.find((model) => model.id === id),
      add: (paths, options) => {
        did.push(`add ${paths.map((path) => path.slice(scratch.length)).join(' ')}`)
        return options?.entry ? Promise.resolve(install(options.entry)) : Promise.reject(new Error('no entry'))
      },
    },
    downloads: {
      list: () => downloads,
      start: (id, allow) => {
        did.push(`start ${id} ${allow.join()}`)
        if (refused.has(id)) return Promise.reject(denied)
        show(id, 'running')
        return Promise.resolve(id)
      },
      pause: (id) => Promise.resolve(did.push(`pause ${id}`) > 0),
      cancel: (id) => {
        did.push(`cancel ${id}`)
        downloads = downloads.filter((one) => one.id !== id)
        return Promise.resolve(true)
      },
    },
    settings: {
      get: () => settings,
      change: (patch) => {
        did.push(`choose ${JSON.stringify(patch)}`)
        settings = ModelSettings.parse({ ...settings, ...patch })
        return Promise.resolve()
      },
    },
    machine: () => machine,
    remove: (id) => {
      did.push(`remove ${id}`)
      installed = installed.filter((model) => model.id !== id)
      return Promise.resolve()
    },
    changed: () => undefined,
    log: (line) => did.push(line),
  }
  const open = async () => {
    const desk = await StarterDesk.open(parts)
    opened.splice(0, opened.length, desk)
    desk.start()
    return desk
  }
  return {
    did,
    refused,
    open,
    install,
    show,
    settings: () => settings,
    choose: (patch: Partial<ModelSettings>) => (settings = { ...settings, ...patch }),
    /** Its download has come whole; resolves when everything that follows is done. */
    come: async (of: CatalogueEntry, desk: StarterDesk) => {
      install(of)
      show(of.id, 'done')
      await settled(desk)
    },
    pause: async (id: string, desk: StarterDesk) => {
      show(id, 'paused')
      await settled(desk)
    },
  }
}

/** Acts wait for each other: a look that cannot find anything is over when all before it are. */
async function settled(desk: StarterDesk): Promise<void> {
  await expect(desk.take(join(scratch, 'nowhere'))).rejects.toThrow()
}

async function stick(...ids: string[]): Promise<string> {
  const folder = join(scratch, 'stick', 'models')
  for (const [path, bytes] of Object.entries(files)) {
    if (!ids.includes(dirname(path).split('/')[0] ?? '')) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  return join(scratch, 'stick')
}

describe('the starter set, fetched', () => {
  // Would catch a set that starts all at once, waits with every job for the last model, or chooses over a person.
  test('comes one by one, gives each job as its model is there, and leaves a choice made meanwhile', async () => {
    const { open, did, come, settings, choose } = world()
    const desk = await open()
    expect(StarterSet.parse(desk.state())).toMatchObject({ stage: 'offered', busy: false, missing_bytes: 12_000 })
    expect(desk.state().hosts).toEqual(['example.org'])
    expect(await desk.fetch(['example.org'])).toMatchObject({ stage: 'adding', busy: true, missing_bytes: 11_000 })
    await come(embedder, desk)
    expect(settings().embedder).toBe('gguf:e')
    choose({ language: 'gguf:mine' })
    await come(reranker, desk)
    await come(language, desk)
    expect(settings()).toMatchObject({ embedder: 'gguf:e', reranker: 'gguf:r', language: 'gguf:mine' })
    expect(did).toEqual([
      'start e example.org',
      'choose {"embedder":"gguf:e"}',
      'start r example.org',
      'choose {"reranker":"gguf:r"}',
      'start l example.org',
    ])
    const { parts, ...set } = desk.state()
    expect(set).toMatchObject({ stage: 'added', busy: false, brought: ['gguf:e', 'gguf:r', 'gguf:l'] })
    expect(parts.map(({ in_use, own }) => own ?? in_use)).toEqual([true, true, 'gguf:mine'])
  })

  // Would catch a wish that a crash forgets, and one that goes to the network by itself after it.
  test('survives a restart half-way: nothing begins by itself, and what comes is still given its job', async () => {
    const { open, did, come, show, settings } = world()
    const first = await open()
    await first.fetch([])
    await come(embedder, first)
    await first.close()
    const second = await open()
    show('r', 'paused')
    did.length = 0
    expect(second.state()).toMatchObject({ stage: 'adding', busy: false, missing_bytes: 7000 })
    await come(reranker, second)
    expect(settings()).toMatchObject({ embedder: 'gguf:e', reranker: 'gguf:r', language: null })
    expect(did).toEqual(['choose {"reranker":"gguf:r"}'])
    await second.fetch(['h'])
    await come(language, second)
    expect(second.state()).toMatchObject({ stage: 'added', missing_bytes: 0 })
    expect(settings().language).toBe('gguf:l')
  })

  // Would catch a job that is lost where Cairn died between the model's coming and its choosing.
  test('what came just before a crash is chosen at the next start', async () => {
    const { open, install, settings } = world()
    const first = await open()
    await first.fetch([])
    await first.close()
    install(embedder)
    const second = await open()
    await settled(second)
    expect(settings().embedder).toBe('gguf:e')
  })

  // Would catch one failure that costs the others, and a pause after which the next begins.
  test('a part that fails holds up no other and says so; a pause holds up all', async () => {
    const { open, did, refused, come, pause } = world()
    const desk = await open()
    refused.add('r')
    await desk.fetch(['h'])
    await come(embedder, desk)
    expect(did.slice(-2)).toEqual(['start r h', 'start l h'])
    await come(language, desk)
    const { parts, ...set } = desk.state()
    expect(set).toMatchObject({ stage: 'adding', busy: false, missing_bytes: 4000 })
    expect(parts.map(({ error, in_use }) => error?.code ?? in_use)).toEqual([true, 'NETWORK_DENIED', true])
    refused.clear()
    await desk.fetch(['h', 'cdn'])
    await pause('r', desk)
    expect(desk.state()).toMatchObject({ stage: 'adding', busy: false })
    expect(did.at(-1)).toBe('start r h,cdn')
  })

  // Would catch a refusal after which a card says that something is being added.
  test('a refused first download throws and leaves nothing asked for', async () => {
    const { open, refused } = world()
    const desk = await open()
    refused.add('e')
    await expect(desk.fetch([])).rejects.toThrow(denied.message)
    expect(desk.state()).toMatchObject({ stage: 'offered', busy: false })
    await expect(readFile(join(scratch, 'starter-set.json'))).rejects.toThrow()
  })

  // Would catch what is there being fetched again, and a set with nothing in it that seems to be added.
  test('what is installed is only given its job; where every job is taken there is nothing to add', async () => {
    const { open, did, install, choose, settings } = world()
    install(embedder)
    choose({ reranker: 'gguf:x', language: 'server:127.0.0.1:1/a' })
    const desk = await open()
    expect(desk.state()).toMatchObject({ missing_bytes: 0, hosts: [] })
    expect(await desk.fetch([])).toMatchObject({ stage: 'added', brought: [] })
    expect(did).toEqual(['choose {"embedder":"gguf:e"}'])
    await desk.undo(true)
    expect(settings().embedder).toBeNull()
    expect(did.filter((line) => line.startsWith('remove'))).toEqual([])
    choose({ embedder: 'gguf:e' })
    await expect(desk.fetch([])).rejects.toThrow('nothing to add')
  })
})

describe('undoing the starter set', () => {
  // Would catch a job that stays given, a later choice that is lost, and files that go unasked.
  test('takes back the jobs it gave and no others; files stay unless asked', async () => {
    const { open, did, come, choose, settings } = world()
    const desk = await open()
    await desk.fetch([])
    for (const one of [embedder, reranker, language]) await come(one, desk)
    choose({ reranker: 'gguf:mine' })
    did.length = 0
    expect(await desk.undo(false)).toMatchObject({ stage: 'offered', busy: false, brought: [] })
    expect(settings()).toMatchObject({ embedder: null, reranker: 'gguf:mine', language: null })
    expect(did).toEqual(['choose {"embedder":null,"language":null}'])
    await expect(readFile(join(scratch, 'starter-set.json'))).rejects.toThrow()
  })

  // Would catch a download that goes on after it, and its bytes that nobody can find again.
  test('half-way ends the fetching, and deletes only what it brought', async () => {
    const { open, did, install, come } = world()
    install(embedder)
    const desk = await open()
    await desk.fetch([])
    await come(reranker, desk)
    did.length = 0
    await desk.undo(true)
    expect(did).toEqual(['choose {"embedder":null,"reranker":null}', 'remove gguf:r', 'cancel l'])
    expect(desk.state()).toMatchObject({ stage: 'offered', busy: false })
  })
})

describe('the starter set from a folder', () => {
  // Would catch a stick whose models are not known again, and jobs that are not given.
  test('is found in a copied models folder, checked, added and chosen', async () => {
    const { open, did, settings } = world()
    const desk = await open()
    const folder = await stick('e', 'r', 'l')
    expect((await desk.lookIn(folder)).map(({ entry_id }) => entry_id)).toEqual(['e', 'r', 'l'])
    expect(await desk.take(folder)).toMatchObject({ stage: 'added', brought: ['gguf:e', 'gguf:r', 'gguf:l'] })
    expect(settings()).toMatchObject({ embedder: 'gguf:e', reranker: 'gguf:r', language: 'gguf:l' })
    expect(did.filter((line) => line.startsWith('add'))).toEqual([
      'add /stick/models/e/onnx/model.onnx',
      'add /stick/models/r/onnx/model.onnx',
      'add /stick/models/l/l.gguf',
    ])
  })

  // Would catch a swapped or damaged file that is taken for the published one, or that costs the others their jobs.
  test('a file with another checksum is refused, what is missing is said, and the rest works', async () => {
    const { open, settings } = world()
    const desk = await open()
    const folder = await stick('e', 'r')
    await writeFile(join(folder, 'models', 'r', 'onnx', 'model.onnx'), ggufBytes(4000))
    const { parts, stage, missing_bytes } = await desk.take(folder)
    expect(parts.map(({ error, in_use }) => error?.code ?? in_use)).toEqual([true, 'FILE_CORRUPT', false])
    expect({ stage, missing_bytes }).toEqual({ stage: 'adding', missing_bytes: 8000 })
    expect(settings()).toMatchObject({ embedder: 'gguf:e', reranker: null })
  })

  // Would catch a stick of another machine's set that is refused whole.
  test('another model that fits takes the place of the picked one', async () => {
    const { open, settings } = world()
    const desk = await open()
    const folder = await stick('s')
    await cp(join(folder, 'models', 's', 's.gguf'), join(folder, 's.gguf'))
    await desk.take(folder)
    expect(settings().language).toBe('gguf:s')
  })

  // Would catch a folder of anything that is reported as added.
  test('a folder with nothing of it is refused, and so is one that is not there', async () => {
    const { open } = world()
    const desk = await open()
    await mkdir(join(scratch, 'empty'))
    await expect(desk.take(join(scratch, 'empty'))).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
    await expect(desk.take(join(scratch, 'nowhere'))).rejects.toMatchObject({ code: 'FILE_VANISHED' })
    expect(desk.state().stage).toBe('offered')
  })
})
