import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'

const engine = vi.hoisted(() => ({
  add: vi.fn<(input: { paths: string[]; collection?: string }) => Promise<unknown>>(),
  addSample: vi.fn<() => Promise<unknown>>(),
  pick: vi.fn<() => Promise<string[]>>(),
  back: vi.fn<() => Promise<void>>(),
}))
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) =>
    run({ documents: { add: engine.add, add_sample: engine.addSample }, shell: { pick: engine.pick } }),
  reachable: engine.back,
}))
vi.mock('@renderer/bridge/files', () => ({
  upload: (file: File) => Promise.resolve(`/inbox/${file.name}`),
}))

const { addSample, pickAndAdd } = await import('@renderer/state/library/library-store')
const { addFiles, dropUpload, retryUpload, useUploads } = await import('@renderer/state/library/uploads')

const away = new CairnError('UNREACHABLE', 'Away.', 'Wait.')
const full = new CairnError('DISK_FULL', 'Full.', 'Make room.')
const incoming = (name: string) => ({ name, size: 1, path: null, file: new File(['x'], name) })
const listed = () => useUploads.getState().uploads.map(({ name, error }) => [name, error?.code ?? null])

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  engine.back.mockResolvedValue()
  engine.add.mockResolvedValue({})
  useUploads.setState({ uploads: [] })
})
afterEach(() => vi.useRealTimers())

describe('uploads', () => {
  it('are listed until they are in the library, however often the engine goes away in between', async () => {
    let comeBack: () => void = () => undefined
    engine.add.mockRejectedValueOnce(away)
    engine.back.mockResolvedValueOnce().mockReturnValueOnce(new Promise((resolve) => (comeBack = resolve)))
    await addFiles([incoming('a.md'), incoming('b.md')], 'notes')
    await vi.runAllTimersAsync()
    expect(engine.add).toHaveBeenCalledTimes(1)
    expect(listed()).toEqual([
      ['a.md', null],
      ['b.md', null],
    ])
    comeBack()
    await vi.runAllTimersAsync()
    expect(engine.add).toHaveBeenLastCalledWith({ paths: ['/inbox/a.md', '/inbox/b.md'], collection: 'notes' })
    expect(listed()).toEqual([])
  })

  it('that the engine refuses say why, and can be sent again', async () => {
    engine.add.mockRejectedValueOnce(full)
    await addFiles([incoming('a.md')])
    await vi.runAllTimersAsync()
    expect(listed()).toEqual([['a.md', 'DISK_FULL']])
    retryUpload(useUploads.getState().uploads[0]?.id ?? -1)
    await vi.runAllTimersAsync()
    expect(listed()).toEqual([])
    expect(engine.add).toHaveBeenCalledTimes(2)
  })

  it('that are taken off the list while the engine is away do not come into the library', async () => {
    let comeBack: () => void = () => undefined
    engine.back.mockReturnValueOnce(new Promise((resolve) => (comeBack = resolve)))
    await addFiles([incoming('a.md'), incoming('b.md')])
    await vi.runAllTimersAsync()
    dropUpload(useUploads.getState().uploads[0]?.id ?? -1)
    comeBack()
    await vi.runAllTimersAsync()
    expect(engine.add.mock.calls).toEqual([[{ paths: ['/inbox/b.md'] }]])
  })
})

describe('adding', () => {
  it('says whether anything was added', async () => {
    engine.pick.mockResolvedValueOnce([]).mockResolvedValueOnce(['/a']).mockRejectedValueOnce(full)
    expect(await pickAndAdd('files')).toBe(false)
    expect(await pickAndAdd('files')).toBe(true)
    expect(await pickAndAdd('files')).toBe(false)
    engine.addSample.mockResolvedValueOnce('job').mockRejectedValueOnce(full)
    expect(await addSample()).toBe(true)
    expect(await addSample()).toBe(false)
    expect(await addFiles([])).toBe(false)
    expect(await addFiles([incoming('a.md')])).toBe(true)
    await vi.runAllTimersAsync()
  })
})
