import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExportChunk, ExportInput } from '@shared/session/turn-context'
import { CairnError } from '@shared/errors'

const engine = vi.hoisted(() => ({
  export: vi.fn<(input: unknown, options: { signal: AbortSignal }) => unknown>(),
}))
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => run({ sessions: { export: engine.export } }),
}))

const { closeExchange, exportChats, openExport, stopExport, useExchange } =
  await import('@renderer/state/library/exchange')
const { useNotices } = await import('@renderer/state/window/notices')

const input: ExportInput = { ids: ['s_1'], format: 'markdown' }
const redaction = { passages: 2, sentences: 3, paths: 0 }
const start: ExportChunk = { type: 'start', name: 's_1.md', media_type: 'text/markdown', sessions: 1 }
const data = (text: string): ExportChunk => ({
  type: 'data',
  base64: Buffer.from(text).toString('base64'),
  done: 1,
  total: 1,
})
const end = (bytes: number): ExportChunk => ({ type: 'end', bytes, redaction })
async function* streamed(...chunks: ExportChunk[]) {
  for (const chunk of chunks) yield await Promise.resolve(chunk)
}
const save = vi.fn<(blob: Blob, name: string) => void>()
const notices = () => useNotices.getState().notices.map(({ kind, key }) => [kind, key])

beforeEach(() => {
  vi.resetAllMocks()
  useNotices.setState({ notices: [] })
  openExport('s_1')
})
afterEach(closeExchange)

describe('an export', () => {
  // Would catch pieces decoded as one text, which breaks letters of more than one byte between them.
  it('becomes one file with every byte in its place', async () => {
    const bytes = Buffer.from('# 石头\n')
    const piece = (part: Buffer): ExportChunk => ({
      type: 'data',
      base64: part.toString('base64'),
      done: 1,
      total: 1,
    })
    engine.export.mockReturnValueOnce(
      streamed(start, piece(bytes.subarray(0, 3)), piece(bytes.subarray(3)), end(bytes.length)),
    )
    await exportChats(input, save)
    const [blob, name] = save.mock.calls[0] ?? []
    expect([name, blob?.type, await blob?.text()]).toEqual(['s_1.md', 'text/markdown', '# 石头\n'])
    expect(useExchange.getState().run).toMatchObject({ state: 'done', done: 1, total: 1, redaction })
    // The dialog says it; a notice would say it twice.
    expect(notices()).toEqual([])
  })

  // Would catch a bundle without its directory being kept as if it were whole.
  it.each([
    ['ends early', [start, data('abc')]],
    ['is shorter than the engine says', [start, data('abc'), end(4)]],
  ])('that %s makes no file', async (_, chunks) => {
    engine.export.mockReturnValueOnce(streamed(...chunks))
    await exportChats(input, save)
    expect(save).not.toHaveBeenCalled()
    expect(useExchange.getState().run).toMatchObject({ state: 'failed', error: { code: 'INTERNAL' } })
  })

  // Would catch a stream whose early end, after a stop, is taken for the file's.
  it('that is stopped makes no file and is no failure', async () => {
    engine.export.mockImplementationOnce(async function* (_, { signal }) {
      yield await Promise.resolve(start)
      stopExport()
      expect(signal.aborted).toBe(true)
    })
    await exportChats(input, save)
    expect(save).not.toHaveBeenCalled()
    expect(useExchange.getState().run).toMatchObject({ state: 'stopped', error: null })
  })

  it('whose dialog was closed says in a notice how it ended', async () => {
    closeExchange()
    engine.export.mockReturnValueOnce(streamed(start, data('abc'), end(3)))
    await exportChats(input, save)
    engine.export.mockImplementationOnce(() => {
      throw new CairnError('UNREACHABLE', 'Away.', 'Wait.')
    })
    await exportChats(input, save)
    expect(notices()).toEqual([
      ['info', 'exchange:export.done'],
      ['error', 'exchange:export.failed'],
    ])
  })

  // Would catch a second press that starts another, whose end then takes the first one's place.
  it('is one at a time, and is not forgotten by opening the dialog again', async () => {
    let goOn: () => void = () => undefined
    const pause = new Promise<void>((resolve) => (goOn = resolve))
    engine.export.mockImplementationOnce(async function* () {
      yield start
      await pause
      yield data('abc')
      yield end(3)
    })
    const first = exportChats(input, save)
    await exportChats(input, save)
    openExport()
    expect(useExchange.getState().run?.state).toBe('running')
    goOn()
    await first
    expect(save).toHaveBeenCalledTimes(1)
    openExport()
    expect(useExchange.getState().run).toBeNull()
  })
})
