import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FolderLook } from '@shared/folders/folder-look'
import { CairnError } from '@shared/errors'

const engine = vi.hoisted(() => ({
  add: vi.fn<(input: { paths: string[]; collection?: string }) => Promise<unknown>>(),
  addSample: vi.fn<() => Promise<unknown>>(),
  pick: vi.fn<() => Promise<string[]>>(),
  lookInto: vi.fn<() => Promise<{ look: FolderLook | null }>>(),
  back: vi.fn<() => Promise<void>>(),
}))
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) =>
    run({
      documents: { add: engine.add, add_sample: engine.addSample, look_into: engine.lookInto },
      shell: { pick: engine.pick },
    }),
  reachable: engine.back,
}))
vi.mock('@renderer/bridge/files', () => ({
  upload: (file: File) => Promise.resolve(`/inbox/${file.name}`),
}))

const { addSample, pickAndAdd } = await import('@renderer/state/library/library-store')
const { useFolderQuestion } = await import('@renderer/state/library/adding/folder-question')
const { useNotices } = await import('@renderer/state/window/notices')
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
  engine.lookInto.mockResolvedValue({ look: null })
  useUploads.setState({ uploads: [] })
  useNotices.setState({ notices: [] })
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

describe('folders', () => {
  const psd = { names: ['art'], vaults: [], files: 3, unread: [{ extension: 'psd', count: 2 }] } satisfies FolderLook
  const inside = (folder: string, path: string, hidden?: string[]) => ({
    ...incoming(path.split('/').at(-1) ?? ''),
    ...{ folder, inside: path, ...(hidden && { hidden }) },
  })
  const asked = () => useFolderQuestion.getState().question

  // Catches files that are added while it is still asked whether they are to be.
  it('on the engine’s machine are added as the answer says', async () => {
    for (const answer of ['readable', 'all', 'none'] as const) {
      engine.add.mockClear()
      engine.pick.mockResolvedValueOnce(['/art'])
      engine.lookInto.mockResolvedValueOnce({ look: psd })
      const added = pickAndAdd('folder')
      await vi.waitFor(() => expect(asked()?.look).toEqual(psd))
      expect(engine.add).not.toHaveBeenCalled()
      asked()?.answer(answer)
      expect(await added).toBe(answer !== 'none')
      const calls = { readable: [[{ paths: ['/art'], leave_unread: true }]], all: [[{ paths: ['/art'] }]], none: [] }
      expect(engine.add.mock.calls).toEqual(calls[answer])
      expect(asked()).toBeNull()
    }
  })

  it('of a browser are looked through by their names, and send what is wanted of them', async () => {
    const files = [inside('art', 'a.md'), inside('art', 'deep/b.psd'), incoming('c.psd')]
    const added = addFiles(files)
    await vi.waitFor(() => expect(asked()?.look).toMatchObject({ names: ['art'], files: 2 }))
    asked()?.answer('readable')
    await added
    await vi.runAllTimersAsync()
    expect(engine.add.mock.calls).toEqual([[{ paths: ['/inbox/a.md'] }]])
  })

  it('of notes are told by what is hidden in them, and of Logseq without its older versions', async () => {
    void addFiles([inside('vault', 'a.md', ['.obsidian'])])
    await vi.waitFor(() => expect(asked()?.look).toMatchObject({ vaults: ['obsidian'], files: 1 }))
    asked()?.answer('none')
    const added = addFiles([inside('graph', 'pages/a.md'), inside('graph', 'logseq/bak/a.md')])
    await vi.waitFor(() => expect(asked()?.look).toMatchObject({ vaults: ['logseq'], files: 1 }))
    asked()?.answer('all')
    await added
    await vi.runAllTimersAsync()
    expect(engine.add.mock.calls).toEqual([[{ paths: ['/inbox/a.md'] }]])
  })

  // Would catch loose files that fail one by one, each for itself, after they were sent.
  it('are named in one notice where they are loose and cannot be read, and added all the same where somebody wants that', async () => {
    engine.pick.mockResolvedValueOnce(['/a.md', '/b.psd', '/c.mp3'])
    expect(await pickAndAdd('files')).toBe(true)
    expect(engine.add.mock.calls).toEqual([[{ paths: ['/a.md'] }]])
    const [notice] = useNotices.getState().notices
    expect(notice).toMatchObject({ key: 'library:setAside.kinds', values: { count: 2 } })
    notice?.action?.run()
    await vi.runAllTimersAsync()
    expect(engine.add).toHaveBeenLastCalledWith({ paths: ['/b.psd', '/c.mp3'] })
    // A folder of the window shell has no size, whatever it is called.
    await addFiles([{ ...incoming('d.app'), path: '/d.app', size: 0 }])
    await addFiles([incoming('e.psd')])
    await vi.runAllTimersAsync()
    expect(engine.add).toHaveBeenLastCalledWith({ paths: ['/d.app'] })
  })

  it('with nothing to say are added without a question', async () => {
    await addFiles([inside('plain', 'a.md')])
    expect(asked()).toBeNull()
    expect(listed()).toEqual([['a.md', null]])
  })
})
