import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import type { SessionHeader } from '@shared/session/session-view'
import { FakeBrowser } from '../browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const move = vi.fn()
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => Promise.resolve(run({ sessions: { move } })),
}))
const { dissolveFolder, moveSessions, startMoving, startRenamingFolder, stopMoving, toggleFolder, useFolders } =
  await import('@renderer/state/chat/session-folders')
const { receiveSessions, useSessions } = await import('@renderer/state/chat/sessions-store')
const { useNotices } = await import('@renderer/state/window/notices')

const header = (id: string, folder?: string): SessionHeader => {
  const times = { created_at: '2026-01-01', updated_at: '2026-01-01' }
  return { id, title: id, message_count: 2, pinned: false, ...times, ...(folder !== undefined && { folder }) }
}
const folders = () => useSessions.getState().headers.map(({ id, folder }) => [id, folder])

beforeEach(() => {
  move.mockReset()
  stopMoving()
  receiveSessions([header('a', 'Lake'), header('b', 'Lake'), header('c')], [], true)
})

describe('folders of chats', () => {
  it('are moved into by name, without the blanks around it, and shown at once', async () => {
    move.mockResolvedValue([header('c', '湖')])
    await moveSessions(['c'], ' 湖 ')
    expect(move).toHaveBeenCalledWith({ ids: ['c'], folder: '湖' })
    expect(folders()).toContainEqual(['c', '湖'])
  })

  it('lose all their chats where they are dissolved', async () => {
    move.mockResolvedValue([header('a'), header('b')])
    await dissolveFolder('Lake')
    expect(move).toHaveBeenCalledWith({ ids: ['a', 'b'], folder: null })
    expect(folders().map(([, folder]) => folder)).toEqual([undefined, undefined, undefined])
  })

  it('tell what went wrong and change nothing', async () => {
    move.mockRejectedValue(new CairnError('NOT_FOUND', 'There is no session "c".', 'List them.'))
    await moveSessions(['c'], 'Lake')
    expect(folders()).toContainEqual(['c', undefined])
    expect(useNotices.getState().notices).toHaveLength(1)
  })

  it('are asked for with the chats that will move', () => {
    startMoving('c', '')
    expect(useFolders.getState().moving).toEqual({ ids: ['c'], from: '', whole: false })
    startRenamingFolder('Lake')
    expect(useFolders.getState().moving).toEqual({ ids: ['a', 'b'], from: 'Lake', whole: true })
  })

  it('stay closed for the next page', () => {
    toggleFolder('Lake')
    expect(useFolders.getState().closed.has('Lake')).toBe(true)
    expect(localStorage.getItem('cairn.folders.closed')).toContain('Lake')
    toggleFolder('Lake')
    expect(useFolders.getState().closed.has('Lake')).toBe(false)
  })
})
