import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import { hostsNamed, hostsOf, isAllowedHost } from '@shared/models/model-hosts'
import type { CatalogueEntry } from '@shared/models/models'
import { defaultSettings, Settings, type SettingsPatch } from '@shared/settings'

const engine = vi.hoisted(() => ({
  set: vi.fn<(patch: SettingsPatch) => Promise<Settings>>(),
  download: vi.fn<(input: { entry_id: string; allow: string[] }) => Promise<unknown>>(),
}))
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) =>
    run({ settings: { set: engine.set }, models: { download: engine.download } }),
}))
const { answerDownload, startDownload, useDownloadQuestion } = await import('@renderer/state/models/model-downloads')
const { receiveSettings, useSettings } = await import('@renderer/state/settings-store')
const { useNotices } = await import('@renderer/state/window/notices')

let at = 0
/** Each test has an entry of its own, because what was allowed for one download is remembered. */
const fresh = (): CatalogueEntry => ({
  ...{ id: `entry-${++at}`, name: 'E', kind: 'language', format: 'gguf', publisher: 'P', licence: 'MIT' },
  ...{ licence_note: '', languages: ['en'], bytes: 1, memory_bytes: 1, context_length: null, dimensions: null },
  ...{ page: 'https://huggingface.co/', about: { en: 'a', zh: 'b' } },
  files: ['https://huggingface.co/a/b.gguf', 'https://other.example.org/c.json'].map((url) => ({
    ...{ path: 'x', url, bytes: 1, sha256: null },
  })),
})
const asked = () => useDownloadQuestion.getState().question?.hosts
const withHosts = (...allowed_hosts: string[]) =>
  receiveSettings({ ...defaultSettings, models: { ...defaultSettings.models, allowed_hosts } })

beforeEach(() => {
  vi.resetAllMocks()
  useDownloadQuestion.setState({ question: null })
  useNotices.setState({ notices: [] })
  receiveSettings(defaultSettings)
  engine.download.mockResolvedValue({ download_id: 'd' })
  engine.set.mockImplementation((patch) =>
    Promise.resolve(Settings.parse({ ...defaultSettings, models: { ...defaultSettings.models, ...patch.models } })),
  )
})

describe('a download', () => {
  it('asks for its hosts before anything is sent, and allows them for itself only', async () => {
    const entry = fresh()
    await startDownload(entry)
    expect(engine.download).not.toHaveBeenCalled()
    // Would catch a download that is allowed and then refused where Hugging Face sends it on to.
    expect(asked()).toEqual(['huggingface.co', 'other.example.org', '.hf.co'])
    await answerDownload('once')
    expect(engine.download.mock.calls).toEqual([
      [{ entry_id: entry.id, allow: ['huggingface.co', 'other.example.org', '.hf.co'] }],
    ])
    expect(engine.set).not.toHaveBeenCalled()
    // Going on after a pause needs no second answer; another download does.
    await startDownload(entry)
    expect(engine.download).toHaveBeenCalledTimes(2)
    await startDownload(fresh())
    expect(asked()).toHaveLength(3)
  })

  it('keeps hosts that are always allowed, beside those that were, and asks no more', async () => {
    withHosts('older.org')
    await startDownload(fresh())
    await answerDownload('always')
    expect(useSettings.getState().settings.models.allowed_hosts).toEqual([
      ...['older.org', 'huggingface.co', 'other.example.org', '.hf.co'],
    ])
    await startDownload(fresh())
    expect(engine.download).toHaveBeenCalledTimes(2)
  })

  it('does nothing after a no, nor where the hosts could not be kept', async () => {
    await startDownload(fresh())
    await answerDownload('no')
    engine.set.mockRejectedValue(new CairnError('DISK_FULL', 'Full.'))
    await startDownload(fresh())
    await answerDownload('always')
    expect(engine.download).not.toHaveBeenCalled()
    expect(asked()).toBeUndefined()
  })

  // Would catch a download that can never be finished because it is sent on to a host nobody was asked about.
  it('asks again for a host it is sent on to, but never twice for one', async () => {
    withHosts('huggingface.co', '.hf.co', '.example.org')
    const message = 'E comes from huggingface.co and hosts below hf.co. Cairn may not reach cdn.example.com.'
    const denied = new CairnError('NETWORK_DENIED', message, 'Allow cdn.example.com in the settings, or for this once.')
    engine.download.mockRejectedValue(denied)
    await startDownload(fresh())
    expect(asked()).toEqual(['cdn.example.com'])
    await answerDownload('once')
    expect(asked()).toBeUndefined()
    expect(useNotices.getState().notices.map(({ error }) => error?.code)).toEqual(['NETWORK_DENIED'])
  })
})

describe('hosts', () => {
  it('are those of the mirror where there is one', () => {
    expect(hostsOf(fresh(), 'https://mirror.example.com/hf')).toEqual(['mirror.example.com', 'other.example.org'])
  })

  it('are allowed by name, or with everything below a name', () => {
    expect(isAllowedHost('a.example.org', ['.example.org'])).toBe(true)
    // This machine is no other one.
    expect(['127.0.0.1', 'localhost', '[::1]', '127.0.0.1.example.org'].map((host) => isAllowedHost(host, []))).toEqual(
      [true, true, true, false],
    )
    expect(isAllowedHost('badexample.org', ['.example.org', 'example.org'])).toBe(false)
  })

  it('are found in a refusal, files and sentences are not', () => {
    expect(hostsNamed('model.gguf of Qwen2.5 needs cdn-lfs.hf.co. Allow cas-bridge.xethub.hf.co, too.')).toEqual([
      ...['cdn-lfs.hf.co', 'cas-bridge.xethub.hf.co'],
    ])
  })
})
