import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExportChunk } from '@shared/session/turn-context'

const research = { export: vi.fn<(input: unknown, options: unknown) => unknown>() }
const notes = { export: vi.fn<(input: unknown, options: unknown) => unknown>() }
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => run({ research, notes }),
}))
const { exportWork, useLeaveOut } = await import('@renderer/state/export-work')
const { useNotices } = await import('@renderer/state/window/notices')

const report = { passages: 1, sentences: 2, paths: 3 }
async function* streamed(...chunks: ExportChunk[]) {
  for (const chunk of chunks) yield await Promise.resolve(chunk)
}
const file = (bytes: number) =>
  streamed(
    { type: 'start', name: 'Huts.md', media_type: 'text/markdown', sessions: 1 },
    { type: 'data', base64: Buffer.from('# Huts').toString('base64'), done: 1, total: 1 },
    { type: 'end', bytes, redaction: report },
  )
const save = vi.fn<(blob: Blob, name: string) => void>()

beforeEach(() => {
  vi.resetAllMocks()
  useNotices.setState({ notices: [] })
  useLeaveOut.setState({ leaveOutSensitive: false, replacePaths: false })
})

describe.each([
  ['research', research],
  ['notes', notes],
] as const)('exporting %s', (room, called) => {
  // Would catch a file that holds what the ticks above it say is left out.
  it('asks for what is chosen, keeps the choice, and tells with the name what was left out', async () => {
    useLeaveOut.setState({ replacePaths: true })
    called.export.mockImplementation(() => {
      // A tick that is taken away meanwhile changes neither this file nor what is said of it.
      if (called.export.mock.calls.length === 2) useLeaveOut.setState({ replacePaths: false })
      return file(6)
    })
    await exportWork(room, { id: 'x_1', format: 'markdown' }, save)
    await exportWork(room, { id: 'x_1', format: 'markdown' }, save)
    const input = { id: 'x_1', format: 'markdown', leave_out_sensitive: false, replace_paths: true }
    expect(called.export.mock.calls.map(([first]) => first)).toEqual([input, input])
    expect(save.mock.calls.map(([, name]) => name)).toEqual(['Huts.md', 'Huts.md'])
    const asked = { leaveOutSensitive: false, replacePaths: true }
    const said = { key: 'notes:exported', values: { name: 'Huts.md' }, redaction: { report, asked } }
    expect(useNotices.getState().notices).toMatchObject([said, said])
  })

  it('makes no file of a part, and says so', async () => {
    called.export.mockReturnValue(file(7))
    await exportWork(room, { id: 'x_1', format: 'markdown' }, save)
    expect(save).not.toHaveBeenCalled()
    expect(useNotices.getState().notices).toMatchObject([
      { kind: 'error', key: `${room}:exportFailed`, redaction: null },
    ])
  })
})
