import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostsOf, mirrored } from '@shared/models/model-hosts'
import { Manifest } from '@shared/models/models'
import { familyOf } from '@engine/inference/onnx/embedder-families'
import { readManifest } from '@engine/inference/models/open-model-store'

const path = resolve(import.meta.dirname, '../../../../models/manifest.json')
const shipped = await readManifest(path)
let scratch = ''

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-manifest-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

describe('the shipped catalogue', () => {
  test('has models for every task, each once', () => {
    const count = (kind: string) => shipped.entries.filter((entry) => entry.kind === kind).length
    expect([count('language'), count('embedder'), count('reranker')].map((n) => n >= 6)).toEqual([true, true, true])
    expect(new Set(shipped.entries.map(({ id }) => id)).size).toBe(shipped.entries.length)
    expect(shipped.checked_on).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  // Catches a typing error that makes a model impossible to download, or one that is taken from somewhere unexpected.
  test.each(shipped.entries)('$id can be downloaded and installed as it is written', (entry) => {
    expect(entry.files.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(entry.bytes)
    expect(entry.memory_bytes).toBeGreaterThan(entry.files[0]?.bytes ?? 0)
    const paths = entry.files.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const { path, url, sha256 } of entry.files) {
      expect(path).toMatch(/^(?:onnx\/|1_Pooling\/)?[\w.-]+$/)
      const { protocol, host, pathname } = new URL(url)
      expect([protocol, host]).toEqual(['https:', 'huggingface.co'])
      expect(pathname).toMatch(/^\/[\w.-]+\/[\w.-]+\/resolve\/(?:main|[0-9a-f]{40})\//)
      expect(pathname.endsWith(`/${path}`)).toBe(true)
      if (sha256 !== null) expect(new Set(sha256).size).toBeGreaterThan(8)
    }
    const needed = {
      gguf: [],
      onnx: ['tokenizer.json', 'tokenizer_config.json', 'config.json'],
      static: ['model.safetensors', 'tokenizer.json', 'config.json'],
    }[entry.format]
    expect(paths).toEqual(expect.arrayContaining(needed))
    const ending = { gguf: /\.gguf$/, onnx: /\.onnx$/, static: /\.safetensors$/ }[entry.format]
    expect(paths.filter((name) => ending.test(name))).toHaveLength(1)
    expect(entry.kind === 'embedder').toBe(entry.dimensions !== null)
    expect(entry.about.en.endsWith('.') && entry.about.zh.endsWith('。')).toBe(true)
  })

  // Catches an entry whose id hides the family, so that its questions lose the words they were trained with.
  test.each([
    ['multilingual-e5-small', 'query: '],
    ['multilingual-e5-base', 'query: '],
    ['bge-small-zh-v1.5', '为这个句子生成表示以用于检索相关文章：'],
    ['bge-small-en-v1.5', 'Represent this sentence for searching relevant passages: '],
    ['snowflake-arctic-embed-s', 'Represent this sentence for searching relevant passages: '],
    ['nomic-embed-text-v1.5', 'search_query: '],
  ])('%s is known by its id', (id, query) => {
    expect(shipped.entries.map((entry) => entry.id)).toContain(id)
    expect(familyOf(id).query).toBe(query)
  })

  test('the same file has the same checksum wherever it is named', () => {
    const known = new Map<string, string | null>()
    for (const { url, sha256 } of shipped.entries.flatMap(({ files }) => files)) {
      if (known.has(url)) expect(known.get(url)).toBe(sha256)
      known.set(url, sha256)
    }
  })
})

describe('readManifest', () => {
  test('says in words that it is missing or damaged', async () => {
    await expect(readManifest(join(scratch, 'none.json'))).rejects.toMatchObject({ code: 'FILE_VANISHED' })
    await writeFile(join(scratch, 'bad.json'), '{"version":1')
    await expect(readManifest(join(scratch, 'bad.json'))).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
    await writeFile(join(scratch, 'old.json'), '{"version":2,"entries":[]}')
    await expect(readManifest(join(scratch, 'old.json'))).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  })
})

// Catches a catalogue from elsewhere whose files land outside the models folder.
test.each(['../../../etc/x', '/etc/x', 'C:/x', 'a\\b', 'a/../../b', 'a/./b', 'a//b', 'a/b/c/d', '', '..', 'x\u0000y'])(
  'a file called %j is refused',
  (evil) => {
    const [entry] = shipped.entries
    const [file] = entry?.files ?? []
    const named = (path: string) => ({ ...shipped, entries: [{ ...entry, files: [{ ...file, path }] }] })
    expect(Manifest.safeParse(named('onnx/model.onnx')).success).toBe(true)
    expect(Manifest.safeParse(named(evil)).success).toBe(false)
  },
)

test('a mirror takes the place of Hugging Face and of nothing else', () => {
  const url = 'https://huggingface.co/a/b/resolve/main/c.gguf'
  expect(mirrored(url, null)).toBe(url)
  expect(mirrored(url, 'https://mirror.example/hf/')).toBe('https://mirror.example/hf/a/b/resolve/main/c.gguf')
  expect(mirrored('https://huggingface.co.evil.example/a', 'https://m.example')).toContain('evil')
  const [entry] = shipped.entries
  if (!entry) throw new Error('The catalogue is empty.')
  expect(hostsOf(entry, null)).toEqual(['huggingface.co', '.hf.co'])
  expect(hostsOf(entry, 'https://mirror.example/hf')).toEqual(['mirror.example'])
})
