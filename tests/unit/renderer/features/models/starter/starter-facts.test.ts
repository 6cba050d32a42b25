import { describe, expect, it } from 'vitest'
import type { Download } from '@shared/models/models'
import type { StarterPart } from '@shared/models/starter-set'
import { broughtBytes, hasStarter, partState, starterProgress } from '@renderer/features/models/starter/starter-facts'
import { modelNamed, modelsStateWith, starterSetWith } from '../../../../../fakes/fake-models'

const offer = {
  ...{ entry_id: 'q', name: 'Q', licence: 'MIT', languages: ['mul'], bytes: 600e6, memory_bytes: 1 },
  ...{ page: 'https://example.org', installed: null },
}
const part = (fields: Partial<StarterPart>): StarterPart => ({
  ...{ kind: 'language', offer, lack: null, own: null, in_use: false, error: null },
  ...fields,
})
const download = (fields: Partial<Download>): Download => ({
  ...{ id: 'q', entry_id: 'q', state: 'running', done: 100e6, total: 600e6, bytes_per_second: 5e6 },
  ...{ verified: false, error: null },
  ...fields,
})

describe('the card of the starter set', () => {
  // Would catch an empty card where there is nothing to recommend.
  it('is shown only where there is something to offer, or something was asked for', () => {
    expect(hasStarter(undefined)).toBe(false)
    expect(hasStarter(starterSetWith({ parts: [part({ offer: null, lack: 'memory' })] }))).toBe(false)
    expect(hasStarter(starterSetWith({ parts: [part({})] }))).toBe(true)
    expect(hasStarter(starterSetWith({ stage: 'added' }))).toBe(true)
  })

  // Would catch a part that is said to be in use where it failed, or to download where it is paused.
  it('says of each part what is so', () => {
    const error = { code: 'FILE_CORRUPT' as const, message: 'm', action: 'a' }
    const here = { ...offer, installed: 'gguf:q' }
    const states = [
      partState(part({}), []),
      partState(part({}), [download({})]),
      partState(part({}), [download({ state: 'paused' })]),
      partState(part({ error }), []),
      partState(part({ offer: here }), []),
      partState(part({ offer: here, in_use: true }), []),
      partState(part({ offer: null, lack: 'disk' }), []),
    ]
    expect(states).toEqual(['missing', 'coming', 'missing', 'failed', 'here', 'inUse', 'disk'])
  })

  // Would catch a time that is promised by no measured speed, and one that counts another download's.
  it('tells the time by the measured speed of its own downloads, else by 10 MB/s', () => {
    const set = starterSetWith({ parts: [part({})], missing_bytes: 500e6 })
    const running = modelsStateWith({ downloads: [download({}), download({ id: 'o', entry_id: 'o' })] })
    expect(starterProgress(set, running)).toMatchObject({ done: 100e6, total: 600e6, speed: 5e6, secondsLeft: 100 })
    expect(starterProgress(set, modelsStateWith())).toMatchObject({ secondsLeft: null, isFetching: false, minutes: 1 })
  })

  // Would catch an undo that promises to free what was there before, or forgets the half of a download.
  it('counts what it brought to the disk, and no more', () => {
    const installed = [modelNamed('gguf:a', { bytes: 7 }), modelNamed('gguf:old', { bytes: 100 })]
    const downloads = [download({ state: 'paused', done: 5 })]
    const set = starterSetWith({ parts: [part({})], brought: ['gguf:a'] })
    expect(broughtBytes(set, modelsStateWith({ installed, downloads }))).toBe(12)
  })
})
