import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import type { ImportReport } from '@shared/session/turn-context'

const engine = vi.hoisted(() => ({
  import: vi.fn<(input: { path: string }) => Promise<ImportReport>>(),
  pick: vi.fn<() => Promise<string[]>>(),
  upload: vi.fn<(file: File, sent: (bytes: number) => void, signal: AbortSignal) => Promise<string>>(),
}))
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) =>
    run({ sessions: { import: engine.import }, shell: { pick: engine.pick } }),
}))
vi.mock('@renderer/bridge/files', () => ({ upload: engine.upload }))

const { importFiles, openImport, pickAndImport, retryImport, sortDropped, stopImports, useImports } =
  await import('@renderer/state/library/imports')
const { closeExchange, useExchange } = await import('@renderer/state/library/exchange')
const { useNotices } = await import('@renderer/state/window/notices')

const incoming = (name: string, path: string | null = null, content = '') => ({
  name,
  size: content.length,
  path,
  file: new File([content], name),
})
const session = {
  id: 's_1',
  title: 'Stones',
  outcome: 'added',
  turns: 1,
  messages: 2,
  evidences: 3,
  conflicts: [],
} as const
const report: ImportReport = { sessions: [{ ...session, conflicts: [] }], parts: [] }
const damaged = new CairnError('INVALID_INPUT', 'This bundle is damaged.', 'Export it again.')
const listed = () => useImports.getState().files.map(({ name, state }) => [name, state])
const ended = () => vi.waitUntil(() => useImports.getState().files.every(({ state }) => !/ing$/u.test(state)))

beforeEach(() => {
  vi.resetAllMocks()
  engine.import.mockResolvedValue(report)
  engine.upload.mockImplementation((file) => Promise.resolve(`/inbox/${file.name}`))
  closeExchange()
  openImport()
  useNotices.setState({ notices: [] })
})

describe('importing', () => {
  // Would catch a file of a browser tab imported by its name, which the engine cannot open.
  it('sends what lies in the browser first and reads other files in place, one after the other', async () => {
    importFiles([incoming('a.cairn.zip'), incoming('b.json', '/home/b.json')])
    await ended()
    expect(engine.import.mock.calls).toEqual([[{ path: '/inbox/a.cairn.zip' }], [{ path: '/home/b.json' }]])
    expect(listed()).toEqual([
      ['a.cairn.zip', 'done'],
      ['b.json', 'done'],
    ])
    expect(useImports.getState().files[0]?.sessions).toEqual(report.sessions)
  })

  it('goes on after a damaged file, and can try that again', async () => {
    engine.import.mockRejectedValueOnce(damaged)
    importFiles([incoming('a.cairn.zip', '/a.cairn.zip'), incoming('b.json', '/b.json')])
    await ended()
    const [first] = useImports.getState().files
    expect(first).toMatchObject({ state: 'failed', error: damaged.report() })
    retryImport(first?.id ?? -1)
    await ended()
    expect(listed()).toEqual([
      ['a.cairn.zip', 'done'],
      ['b.json', 'done'],
    ])
  })

  // Would catch a stop that lets the next file begin.
  it('stops what is sent and what waits', async () => {
    engine.upload.mockImplementationOnce(
      (_file, _sent, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new CairnError('CANCELLED', 'Cancelled.')))
        }),
    )
    importFiles([incoming('a.cairn.zip'), incoming('b.cairn.zip')])
    stopImports()
    await ended()
    expect(listed()).toEqual([
      ['a.cairn.zip', 'stopped'],
      ['b.cairn.zip', 'stopped'],
    ])
    expect(engine.import).not.toHaveBeenCalled()
  })

  it('opens its report for a drop, and offers it where that was closed meanwhile', async () => {
    closeExchange()
    importFiles([incoming('a.cairn.zip')])
    expect(useExchange.getState().dialog).toEqual({ kind: 'import' })
    closeExchange()
    await vi.waitUntil(() => useNotices.getState().notices.length > 0)
    useNotices.getState().notices[0]?.action?.run()
    expect(useExchange.getState().dialog).toEqual({ kind: 'import' })
    expect(listed()).toEqual([['a.cairn.zip', 'done']])
    // Asking anew begins anew.
    openImport()
    expect(listed()).toEqual([])
  })

  it('asks with the system’s dialog for files of either kind of path', async () => {
    engine.pick.mockResolvedValueOnce(['C:\\chats\\a.cairn.zip', '/home/b.json'])
    await pickAndImport()
    await ended()
    expect(listed().map(([name]) => name)).toEqual(['a.cairn.zip', 'b.json'])
  })
})

describe('a drop', () => {
  const record = '{\n  "schema_version": "1.0",\n  "meta": {\n    "title": "石头"'
  const names = async (files: ReturnType<typeof incoming>[]) => {
    const { chats, others } = await sortDropped(files)
    return [chats.map(({ name }) => name), others.map(({ name }) => name)]
  }

  // Would catch a bundle that is read as a document of unknown format.
  it('of chats and documents does both', async () => {
    expect(
      await names([
        incoming('notes.md'),
        incoming('a.cairn.zip'),
        incoming('s_1.json', null, record),
        incoming('B.CAIRN (1).ZIP'),
      ]),
    ).toEqual([['a.cairn.zip', 's_1.json', 'B.CAIRN (1).ZIP'], ['notes.md']])
  })

  // Would catch other people's JSON and archives being refused as damaged chats.
  it.each([
    ['photos.zip', 'PK'],
    ['package.json', '{ "name": "x" }'],
    ['list.json', '[{"schema_version":"1.0","session":{}}]'],
    ['scan.json', '{"schema_version":"2.0.0","results":[]}'],
    ['number.json', '{"schema_version":1,"meta":{}}'],
    ['notes.md', record],
  ])('adds %s as a document', async (name, content) => {
    expect(await names([incoming(name, null, content)])).toEqual([[], [name]])
  })

  it('takes a record without meta, packed or with a byte order mark', async () => {
    const packed = '\uFEFF{"schema_version":"1.0","session":{"session_id":"s"}}'
    expect(await names([incoming('s.JSON', '/s.JSON', packed)])).toEqual([['s.JSON'], []])
  })

  // Would catch a folder called like a file, which cannot be read, taking the whole drop with it.
  it('leaves what cannot be read to the library', async () => {
    const folder = incoming('data.json', '/data.json')
    vi.spyOn(folder.file, 'slice').mockReturnValue({
      text: () => Promise.reject(new DOMException('It is a folder.', 'NotFoundError')),
    } as Blob)
    expect(await names([folder])).toEqual([[], ['data.json']])
  })
})
