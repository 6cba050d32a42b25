import { describe, expect, it } from 'vitest'
import type { CatalogueItem, Download, Fit } from '@shared/models/models'
import { downloadKey, inOrder, secondsLeft } from '@renderer/features/models/catalogue/download-facts'
import { findEntries } from '@renderer/features/models/catalogue/catalogue-section'
import { installedFacts, languagesText } from '@renderer/features/models/model-facts'
import { breakerFact, rateText, runtimeFacts } from '@renderer/features/models/choices/runtime-facts'
import { serverAddress } from '@renderer/features/models/servers/server-address'
import { modelNamed, runtimeNamed } from '../../../../fakes/fake-models'

const size = (bytes: number) => `${bytes} B`
const time = (ms: number) => `${ms} ms`
const keys = (facts: readonly { readonly key: string }[]) => facts.map(({ key }) => key)

describe('runtimeFacts', () => {
  it('says only what is known, and nothing of memory or device before a model is loaded', () => {
    const fresh = runtimeNamed('gguf:a', { state: 'unloaded', device: 'cpu', memory_bytes: 5 })
    expect(keys(runtimeFacts(fresh, 'language', size, time))).toEqual(['state.unloaded'])
    const warm = runtimeNamed('gguf:a', {
      ...{ device: 'vulkan (24 of 28 layers)', memory_bytes: 5, per_second: 38.24, first_token_ms: 420 },
      ...{ calls: 20, failures: 1 },
    })
    expect(runtimeFacts(warm, 'language', size, time)).toEqual([
      { key: 'state.ready', values: { percent: 100 } },
      { key: 'device', values: { device: 'Vulkan (24 of 28 layers)' } },
      { key: 'memory', values: { size: '5 B' } },
      { key: 'speed.language', values: { rate: '38' } },
      { key: 'firstToken', values: { time: '420 ms' } },
      { key: 'failures', values: { count: 1, calls: 20 } },
    ])
  })

  it('keeps digits that tell speeds apart', () => {
    expect([0.84, 38.24, 212.4].map(rateText)).toEqual(['0.8', '38', '212'])
  })
})

describe('breakerFact', () => {
  it('says until when a model is left alone, and that it is tried again once that has passed', () => {
    const open = runtimeNamed('gguf:a', { breaker: 'open', retry_at: 1000, failures: 2 })
    expect(breakerFact(open, 500)).toEqual({ key: 'breaker.open', values: { count: 2, until: 1000 } })
    // Would catch "left alone until 14:05" at 14:20.
    expect(breakerFact(open, 1000)?.key).toBe('breaker.trying')
    expect(breakerFact({ ...open, breaker: 'half_open' }, 500)?.key).toBe('breaker.trying')
    expect(breakerFact({ ...open, breaker: 'closed' }, 500)).toBeNull()
  })
})

describe('a download', () => {
  const download: Download = {
    ...{ id: 'd', entry_id: 'e', state: 'running', done: 100, total: 1000 },
    ...{ bytes_per_second: 90, verified: false, error: null },
  }

  it('claims a checksum only where there was one', () => {
    expect(downloadKey({ ...download, state: 'done', verified: true })).toBe('state.verified')
    expect(downloadKey({ ...download, state: 'done' })).toBe('state.unverified')
    expect(downloadKey(download)).toBe('state.running')
  })

  it('says how long it takes only while it moves', () => {
    expect(secondsLeft(download)).toBe(10)
    expect(secondsLeft({ ...download, bytes_per_second: 0 })).toBeNull()
    expect(secondsLeft({ ...download, state: 'paused' })).toBeNull()
    expect(secondsLeft({ ...download, done: 1200 })).toBeNull()
  })

  it('that is over stands behind those that are not', () => {
    const over = { ...download, id: 'over', state: 'done' as const }
    expect(inOrder([over, download]).map(({ id }) => id)).toEqual(['d', 'over'])
  })
})

describe('findEntries', () => {
  const item = (id: string, fit: Fit, fields: Partial<CatalogueItem['entry']> = {}): CatalogueItem => ({
    ...{ fit, installed: false, hosts: [] },
    entry: {
      ...{ id, name: id, kind: 'language', format: 'gguf', publisher: 'Maker', licence: 'MIT', licence_note: '' },
      ...{ languages: ['en'], bytes: 1, memory_bytes: 1, context_length: null, dimensions: null },
      ...{ page: 'https://example.org/', about: { en: 'Writes well.', zh: '写作出色。' }, files: [] },
      ...fields,
    },
  })
  const items = [
    item('big', 'too_big'),
    item('tight', 'tight'),
    item('small', 'good'),
    item('e', 'good', { kind: 'embedder' }),
  ]

  it('shows what runs here first, and only the kind asked for', () => {
    expect(findEntries(items, 'language', '').map(({ entry }) => entry.id)).toEqual(['small', 'tight', 'big'])
  })

  it('finds every word, in either language', () => {
    expect(findEntries(items, 'language', 'maker 写作').map(({ entry }) => entry.id)).toHaveLength(3)
    expect(findEntries(items, 'language', 'TIGHT mit').map(({ entry }) => entry.id)).toEqual(['tight'])
    expect(findEntries(items, 'language', 'tight apache')).toEqual([])
  })
})

describe('facts of a model', () => {
  it('leave out what its files do not say', () => {
    const texts = { size, number: String, round: String }
    expect(keys(installedFacts(modelNamed('gguf:a'), texts))).toEqual(['size', 'memory'])
  })

  it('name the first few languages, and none that is none', () => {
    expect(languagesText(['en', 'zh', 'fr', 'de', 'es'], 'en', 'many', ', ')).toBe(
      'English, Chinese, French, German +1',
    )
    expect(languagesText(['mul'], 'zh', '多种语言', '、')).toBe('多种语言')
    expect(languagesText(['not a code'], 'en', 'many', ', ')).toBe('not a code')
  })
})

describe('serverAddress', () => {
  it.each([
    ['http://127.0.0.1:8080/v1/', 'http://127.0.0.1:8080/v1', true],
    ['localhost:1234', 'http://localhost:1234', true],
    ['http://[::1]:8080', 'http://[::1]:8080', true],
    ['https://llm.example.org/v1', 'https://llm.example.org/v1', false],
    // Would catch another machine taken for this one.
    ['https://127.0.0.1.example.org', 'https://127.0.0.1.example.org', false],
    // Would catch an address that is always refused because its scheme was left out.
    ['hf-mirror.com', 'https://hf-mirror.com', false],
    ['llm.lan:8080/v1', 'https://llm.lan:8080/v1', false],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080', true],
  ])('reads %s', (text, url, isLoopback) => {
    expect(serverAddress(text)).toMatchObject({ url, isLoopback })
  })

  it('tells plain HTTP to another machine, which Cairn never uses', () => {
    const plain = ['http://llm.lan', 'https://llm.lan', 'llm.lan', 'http://localhost:1'].map((text) =>
      serverAddress(text),
    )
    expect(plain.map((address) => address?.isPlain)).toEqual([true, false, false, false])
  })

  it('takes nothing else', () => {
    for (const text of ['', '  ', 'ftp://a', 'http://', 'two words', 'http://me:secret@a.org', 'javascript:alert(1)']) {
      expect(serverAddress(text), text).toBeNull()
    }
  })
})
