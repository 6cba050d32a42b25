import { beforeEach, describe, expect, test } from 'vitest'
import type { Change } from '@shared/changes'
import { CairnError } from '@shared/errors'
import type { CatalogueItem, Download, EmbeddingState, ModelsState } from '@shared/models/models'
import { entryAt } from '../../../../../fakes/catalogue-entry'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { modelNamed, modelsStateWith, servedModel, serverNamed } from '../../../../../fakes/fake-models'
import { terminal } from '../../terminal'

const hub = { url: (path: string) => `https://huggingface.co${path}`, put: () => undefined }
const item: CatalogueItem = {
  entry: { ...entryAt(hub, 'tiny', { 'tiny.gguf': Buffer.alloc(4) }), bytes: 1_300_000_000 },
  fit: 'tight',
  installed: false,
  hosts: ['huggingface.co', '.hf.co'],
}
const denied = (host: string) =>
  new CairnError(
    'NETWORK_DENIED',
    `The tiny comes from huggingface.co and hosts below hf.co. Cairn may not reach ${host}.`,
    `Allow ${host} in the settings, or for this once.`,
  )
const told = (models: ModelsState): Change => ({ type: 'models', models })
const download = (fields: Partial<Download>): ModelsState =>
  modelsStateWith({
    downloads: [
      {
        ...{ id: 'download-tiny', entry_id: 'tiny', state: 'running', done: 5e6, total: 1e7 },
        ...{ bytes_per_second: 2e6, verified: false, error: null },
        ...fields,
      },
    ],
  })

/** Watches until it is told to stop, as a real engine does. */
class LastingEngine extends FakeEngine {
  onQuiet: () => void = () => undefined

  override async *watch(signal?: AbortSignal): AsyncGenerator<Change> {
    yield* super.watch()
    const ended = new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
    this.onQuiet()
    await ended
  }
}

let engine: LastingEngine
let window: ReturnType<typeof terminal>
beforeEach(() => {
  engine = new LastingEngine()
  window = terminal(engine)
  engine.models.items = [item]
  engine.onQuiet = () => window.pressCtrlC()
})
const run = (...argv: string[]) => window.run('models', ...argv)

describe('cairn models', () => {
  test.each([
    [[]],
    [['sing']],
    [['constructor']],
    [['add']],
    [['download']],
    [['use', 'language']],
    [['delete']],
    [['key', 'x']],
  ])('%j is wrong usage', async (argv) => {
    const { code, out } = await run(...argv)
    expect([code, out]).toEqual([2, ''])
  })

  test('list says what is there, what it is used for, and what is wrong', async () => {
    const problem = { code: 'FILE_CORRUPT' as const, message: 'It is damaged.', action: 'Add it again.' }
    engine.models.now = modelsStateWith({
      installed: [modelNamed('gguf:a', { licence: 'MIT' }), modelNamed('gguf:b', { problem })],
      servers: [
        { ...serverNamed('Ollama', 1), models: [servedModel(1, 'm', { context_length: 8192 }), servedModel(1, 'n')] },
        { ...serverNamed('away.lan', 2), reachable: false },
        { ...serverNamed('LM Studio', 3), needs_key: true },
      ],
    })
    await engine.changeSettings({ models: { language: 'gguf:a', fallback: 'server:127.0.0.1:1/m' } })
    const { code, out } = await run('list')
    expect(code).toBe(0)
    expect(out).toMatch(/gguf:a .*MIT +language/)
    expect(out).toMatch(/gguf:b .*✗ It is damaged\./)
    expect(out).toMatch(/server:127\.0\.0\.1:1\/m .*context 8,192 tokens +fallback/)
    expect(out).toMatch(/server:127\.0\.0\.1:1\/n .*context not known, 4,096 assumed/)
    expect(out).toMatch(/Ollama +http:\/\/127\.0\.0\.1:1\/v1 +reachable/)
    expect(out).toMatch(/away\.lan .*not reachable/)
    expect(out).toMatch(/LM Studio .*needs a key/)
    expect(engine.models.asked).toEqual(['findServers'])
  })

  // Would catch an unplugged disk that is told as "No models are installed".
  test('list says why there are none, where that is known', async () => {
    expect((await run('list')).err).toContain('No models are installed')
    const other = terminal(engine)
    const problem = { code: 'FILE_VANISHED' as const, message: 'The folder is gone.', action: 'Connect the disk.' }
    engine.models.now = modelsStateWith({ problem })
    const { code, out, err } = await other.run('models', 'list')
    expect([code, out]).toEqual([0, ''])
    expect(err).toContain('The folder is gone. Connect the disk.')
    expect(err).not.toContain('No models are installed')
  })

  test('catalogue shows size, fit and licence', async () => {
    expect((await run('catalogue')).out).toMatch(/tiny +language +1\.3 GB +just +MIT +en/)
  })

  test.each([
    ['list', () => engine.models.now],
    ['status', () => engine.models.now],
    ['catalogue', () => engine.models.items],
    ['network', () => engine.models.attempts],
  ])('%s --json is the state as the contract has it', async (action, expected) => {
    const { code, out } = await run(action, '--json')
    expect([code, JSON.parse(out)]).toEqual([0, JSON.parse(JSON.stringify(expected()))])
  })

  test('add takes paths from the folder it is called in, and says the id', async () => {
    const { code, out } = await run('add', 'a.gguf')
    expect([code, engine.models.asked]).toEqual([0, ['add /work-of-user/a.gguf']])
    expect(out).toContain('(gguf:/work-of-user/a.gguf)')
  })

  test('add says what is wrong with a file', async () => {
    engine.models.failure = new CairnError('MODEL_UNUSABLE', 'It is split into 2 files.', 'Join them.')
    const { code, err } = await run('add', 'a.gguf')
    expect(code).toBe(1)
    expect(err).toContain('It is split into 2 files. Join them.')
  })

  test('delete deletes, and says where there is nothing to delete', async () => {
    engine.models.now = modelsStateWith({ installed: [modelNamed('gguf:a')] })
    expect((await run('delete', 'gguf:a')).out).toContain('deleted gguf:a')
    const again = await terminal(engine).run('models', 'delete', 'gguf:a')
    expect([again.code, again.out]).toEqual([1, ''])
  })
})

describe('models of servers', () => {
  const ollama = {
    ...serverNamed('Ollama', 11_434, ['qwen3:4b', 'phi']),
    models: [
      servedModel(11_434, 'qwen3:4b'),
      servedModel(11_434, 'phi'),
      servedModel(11_434, 'bge-m3', { kind: 'embedder' }),
    ],
  }
  const alone = serverNamed('127.0.0.1:9000', 9000, ['only'])
  beforeEach(() => {
    engine.models.now = modelsStateWith({ servers: [ollama, { ...serverNamed('LM Studio', 1234), needs_key: true }] })
    engine.models.elsewhere = [alone]
  })

  // Would catch a choice that is refused in a fresh process, because nobody has looked for servers yet.
  test.each([
    [['server:127.0.0.1:11434/phi'], 'server:127.0.0.1:11434/phi'],
    [['http://127.0.0.1:11434/v1', 'qwen3:4b'], 'server:127.0.0.1:11434/qwen3:4b'],
    [['http://localhost:11434', 'phi'], 'server:127.0.0.1:11434/phi'],
  ])('%j is looked for and chosen at once', async (words, id) => {
    expect((await run('use', 'language', ...words)).code).toBe(0)
    expect(engine.getSettings().models).toMatchObject({ language: id, servers: [] })
    expect(engine.models.asked).toEqual(['findServers'])
  })

  test('one where servers are not looked for by themselves is added to the settings', async () => {
    expect((await run('use', 'fallback', 'http://127.0.0.1:9000/v1')).code).toBe(0)
    expect(engine.getSettings().models).toMatchObject({ fallback: 'server:127.0.0.1:9000/only', servers: [alone.url] })
  })

  test('an embedder gives its first vector before anything is changed', async () => {
    const id = 'server:127.0.0.1:11434/bge-m3'
    engine.changes = [
      told({ ...engine.models.now, embedding: { current: id, dimensions: 4, usable: true, next: null } }),
    ]
    expect((await run('use', 'embedder', 'http://127.0.0.1:11434')).code).toBe(0)
    expect(engine.models.asked).toEqual(['findServers', `load ${id}`])
    expect(engine.getSettings().models.embedder).toBe(id)
  })

  test.each([
    [['language', 'http://127.0.0.1:11434'], 'It has: qwen3:4b, phi'],
    [['language', 'server:127.0.0.1:11434/gone'], 'It has: qwen3:4b, phi'],
    [['language', 'http://127.0.0.1:9'], 'No model server answers at http://127.0.0.1:9'],
    [['language', 'server:models.example.org/m'], 'No model server answers at https://models.example.org/v1'],
    [['language', 'http://127.0.0.1:1234'], 'needs a key'],
    [['embedder', 'server:127.0.0.1:11434/phi'], 'It has: bge-m3'],
    [['reranker', 'server:127.0.0.1:11434/phi'], 'is no reranker'],
    [['reader', 'server:127.0.0.1:11434/phi'], 'is no reader'],
  ])('%j is refused with what to do, and changes nothing', async (argv, words) => {
    const { code, err } = await run('use', ...argv)
    expect([code, err]).toEqual([1, expect.stringContaining(words)])
    expect(engine.getSettings().models).toMatchObject({ language: null, embedder: null, servers: [] })
  })

  // Would catch a key that is printed, or taken from the arguments, where other programs see it.
  test('a key is read from the standard input and kept for the server’s own address', async () => {
    const given = terminal(engine, { input: ' sk-tiny-secret \n' })
    const { code, out, err } = await given.run('models', 'key', 'http://localhost:1234')
    expect([...engine.models.keys]).toEqual([['http://127.0.0.1:1234/v1', 'sk-tiny-secret']])
    expect(out).toContain('http://127.0.0.1:1234/v1')
    // This fake still wants one.
    expect([code, err]).toEqual([1, expect.stringContaining('does not take this key')])
    expect(out + err).not.toContain('sk-tiny-secret')
    const removed = await terminal(engine).run('models', 'key', 'http://127.0.0.1:1234/v1', '--remove')
    expect([removed.code, engine.models.keys.size]).toEqual([0, 0])
  })

  test.each(['', 'two words\n', 'schlüssel\n'])('%j is no key', async (input) => {
    const { code } = await terminal(engine, { input }).run('models', 'key', 'http://127.0.0.1:1234')
    expect([code, engine.models.keys.size]).toEqual([1, 0])
  })
})

describe('cairn models download', () => {
  // Would catch a hint that names only the catalogue's hosts, so that the command is refused again and again.
  test('names all hosts that are to be allowed at once, redirects included', async () => {
    engine.models.failure = denied('huggingface.co')
    const { code, out, err } = await run('download', 'tiny')
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('--allow huggingface.co,.hf.co.')
    expect(engine.models.asked).toEqual(['download tiny'])
  })

  test('names a host nobody knew of beside those that were allowed already', async () => {
    engine.models.failure = denied('cdn.example.com')
    const { err } = await run('download', 'tiny', '--allow', 'huggingface.co,.hf.co')
    expect(err).toContain('not allowed yet: cdn.example.com.')
    expect(err).toContain('--allow huggingface.co,.hf.co,cdn.example.com.')
    expect(engine.models.asked).toEqual(['download tiny huggingface.co .hf.co'])
  })

  test('leaves out what the settings allow', async () => {
    await engine.changeSettings({ models: { allowed_hosts: ['huggingface.co'] } })
    engine.models.failure = denied('cas-bridge.xethub.hf.co')
    expect((await run('download', 'tiny')).err).toContain('--allow .hf.co.')
  })

  // Would catch a hint that sends people in circles where a mirror is plain HTTP.
  test('gives no hint where allowing hosts would not help', async () => {
    const message = 'The tiny comes from hf.lan. Cairn reaches hf.lan by https only, not by http.'
    engine.models.failure = new CairnError('NETWORK_DENIED', message, 'Use an address that begins with https.')
    const { code, err } = await run('download', 'tiny')
    expect(code).toBe(1)
    expect(err).toContain('Use an address that begins with https.')
    expect(err).not.toContain('--allow')
  })

  test.each([
    [true, 'Every checksum agrees.'],
    [false, 'No checksum is published'],
  ])('ends with the download; verified: %s', async (verified, words) => {
    engine.changes = [
      told(download({})),
      told(download({ state: 'verifying' })),
      told(download({ state: 'done', verified })),
    ]
    const { code, out, err } = await run('download', 'tiny')
    expect(code).toBe(0)
    expect(out).toContain(words)
    expect(err).toContain('Downloading 5/10')
  })

  test('that is sent on to another host on its way says what to allow', async () => {
    engine.changes = [told(download({ state: 'failed', error: denied('cdn.example.com').report() }))]
    const { code, err } = await run('download', 'tiny', '--allow', 'huggingface.co,.hf.co')
    expect(code).toBe(1)
    expect(err).toContain('--allow huggingface.co,.hf.co,cdn.example.com.')
  })

  test('Ctrl-C pauses it and keeps what has come', async () => {
    engine.changes = [told(download({}))]
    const { code, err } = await run('download', 'tiny')
    expect([code, engine.models.asked]).toEqual([130, ['download tiny', 'pauseDownload download-tiny']])
    expect(err).toContain('goes on where it stopped')
  })
})

describe('cairn models use', () => {
  const embedding = (current: string, next: EmbeddingState['next'] = null): ModelsState => ({
    ...engine.models.now,
    embedding: { current, dimensions: 4, usable: true, next },
  })
  const next = (fields: Partial<NonNullable<EmbeddingState['next']>> = {}) => ({
    ...{ id: 'onnx:e', state: 'running' as const, done: 1, total: 4, error: null },
    ...fields,
  })
  beforeEach(() => {
    const broken = { code: 'FILE_CORRUPT' as const, message: 'It is damaged.', action: 'Add it again.' }
    engine.models.now = modelsStateWith({
      installed: [
        modelNamed('gguf:a'),
        modelNamed('gguf:bad', { problem: broken }),
        modelNamed('onnx:e', { kind: 'embedder', format: 'onnx' }),
        modelNamed('onnx:r', { kind: 'reader', format: 'onnx' }),
      ],
    })
  })

  test('chooses and gives back', async () => {
    expect((await run('use', 'fallback', 'gguf:a')).code).toBe(0)
    expect(engine.getSettings().models.fallback).toBe('gguf:a')
    expect((await terminal(engine).run('models', 'use', 'fallback', 'none')).code).toBe(0)
    expect(engine.getSettings().models.fallback).toBeNull()
    expect((await run('use', 'reader', 'onnx:r')).out).toContain('reader: onnx:r')
    expect(engine.getSettings().models.reader).toBe('onnx:r')
  })

  test.each([
    [['embedder', 'gguf:a'], 'gguf:a is no embedder'],
    [['language', 'gguf:none'], 'gguf:none is no language'],
    [['language', 'gguf:bad'], 'It is damaged.'],
  ])('%j is refused and changes nothing', async (argv, words) => {
    const { code, err } = await run('use', ...argv)
    expect(code).toBe(1)
    expect(err).toContain(words)
    expect(engine.getSettings().models).toMatchObject({ language: null, embedder: null })
  })

  // Would catch a command that ends before the vectors it is to wait for were even begun.
  test('an embedder waits for its vectors, also where they are begun a moment later', async () => {
    engine.changes = [
      told(embedding('builtin/x')),
      told(embedding('builtin/x', next())),
      told(embedding('builtin/x', next({ done: 3 }))),
      told(embedding('onnx:e')),
    ]
    const { code, err } = await run('use', 'embedder', 'onnx:e')
    expect(code).toBe(0)
    expect(err).toContain('Making vectors 1/4')
  })

  test('giving the job back waits for the built-in one', async () => {
    engine.changes = [
      told(embedding('onnx:e')),
      told(embedding('onnx:e', next({ id: 'builtin/x' }))),
      told(embedding('builtin/x')),
    ]
    const { code, err } = await run('use', 'embedder', 'builtin')
    expect(code).toBe(0)
    expect(err).toContain('Making vectors 1/4')
  })

  test('vectors that fail, are halted or are given up end it with what happened', async () => {
    const error = { code: 'MODEL_FAILED' as const, message: 'The embedder broke.', action: 'Try again.' }
    const ends: [Change[], string][] = [
      [[told(embedding('builtin/x', next({ state: 'failed', error })))], 'The embedder broke.'],
      [[told(embedding('builtin/x', next({ state: 'paused' })))], 'paused'],
      [[told(embedding('builtin/x', next())), told(embedding('builtin/x'))], 'another embedder was chosen'],
    ]
    for (const [changes, words] of ends) {
      engine.changes = changes
      const { code, err } = await terminal(engine).run('models', 'use', 'embedder', 'onnx:e')
      expect([code, err]).toEqual([1, expect.stringContaining(words)])
    }
  })

  test('Ctrl-C ends the watching, not the work', async () => {
    engine.changes = [told(embedding('builtin/x', next()))]
    const { code, err } = await run('use', 'embedder', 'onnx:e')
    expect(code).toBe(130)
    expect(err).toContain('whenever Cairn runs')
    expect(engine.getSettings().models.embedder).toBe('onnx:e')
  })
})
