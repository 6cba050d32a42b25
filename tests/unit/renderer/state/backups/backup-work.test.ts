import { beforeEach, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import { FakeBrowser } from '../browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const backups = { back_up: vi.fn<() => unknown>(), restore: vi.fn<() => unknown>() }
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => Promise.resolve(run({ backups })),
}))
const { backUpTo, restoreFrom, showBackups, stopBackup } = await import('@renderer/state/backups/backup-work')
const { receiveBackupChange } = await import('@renderer/state/backups/backup-schedule')
const { useNotices } = await import('@renderer/state/window/notices')

const file = { path: '/disk/cairn.tar', passphrase: undefined }
const counts = { documents: 18, sessions: 2, research: 0, notebooks: 1, question_sets: 0, evaluation_runs: 0 }
const noRoom = new CairnError('DISK_FULL', 'No room.', 'Make some.')
const told = () => useNotices.getState().notices.map(({ key, kind }) => [key, kind])
async function* steps(...all: object[]) {
  for (const step of all) yield await Promise.resolve(step)
}

beforeEach(() => {
  useNotices.setState({ notices: [] })
  backups.back_up.mockReturnValue(steps({ type: 'done', report: { counts, byte_size: 1, new_bytes: 1, damaged: [] } }))
})

// Would catch a backup of many minutes whose end nobody learns, because they went to the chat meanwhile.
it('a backup that ends where nobody sees it is told in a notice that stays and leads to it', async () => {
  await backUpTo(file)
  expect(useNotices.getState().notices).toMatchObject([
    { key: 'settings:backup.made', values: counts, lifeMs: null, action: { key: 'settings:backup.show' } },
  ])
  const documents = { added: 3, here: 4, beside: [], incomplete: [] }
  const report = { documents, sessions: { added: 1 }, notebooks: {}, at_next_start: [], kept: [] }
  backups.restore.mockReturnValue(steps({ type: 'done', report }))
  await restoreFrom(file)
  expect(useNotices.getState().notices.at(-1)).toMatchObject({ values: { documents: 3, here: 4, chats: 1 } })
  backups.restore.mockImplementation(() => {
    throw noRoom
  })
  await restoreFrom(file)
  expect(told().at(-1)).toEqual(['settings:backup.notRestored', 'error'])
})

it('one whose end is on the screen, or that was stopped, is told in no notice', async () => {
  const hide = showBackups()
  await backUpTo(file)
  hide()
  backups.back_up.mockImplementation(() => {
    stopBackup()
    throw new CairnError('CANCELLED', 'Stopped.')
  })
  await backUpTo(file)
  expect(told()).toEqual([])
})

// Would catch one failure told twice in the window that began it, or not at all in the others.
it('its failure is told once in its own window, and in others by the engine’s change', async () => {
  backups.back_up.mockImplementation(() => {
    receiveBackupChange(noRoom.report())
    throw noRoom
  })
  await backUpTo(file)
  receiveBackupChange(noRoom.report())
  expect(told()).toEqual([['settings:backup.notMade', 'error']])
  receiveBackupChange(new CairnError('DISK_FULL', 'Another disk is full.').report())
  expect(told()).toHaveLength(2)
})
