import { beforeEach, expect, it, vi } from 'vitest'
import { FolderRules } from '@shared/folders/folder-shapes'
import { CairnError } from '@shared/errors'

const look = vi.fn<(input: { paths: string[] }, options: { signal: AbortSignal }) => Promise<unknown>>()
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => Promise.resolve(run({ documents: { look_into: look } })),
}))
const { lookIntoFolder } = await import('@renderer/state/library/folders')
const { withoutKinds } = await import('@renderer/features/settings/folders/new-folder-dialog')
const stop = new AbortController()

beforeEach(() => void look.mockReset())

// Would catch a folder that can only be watched once somebody has waited for all of a slow disk.
it('a folder that takes long to look into can be watched all the same, and one that is not there says so', async () => {
  const found = { names: ['station'], vaults: [], files: 2, unread: [{ extension: 'psd', count: 1 }] }
  look.mockResolvedValueOnce({ look: found })
  expect(await lookIntoFolder('/station', stop.signal)).toEqual({ path: '/station', look: found })
  look.mockResolvedValueOnce({ look: null })
  expect(await lookIntoFolder('/none', stop.signal)).toMatchObject({ error: { code: 'FILE_VANISHED' } })
  look.mockRejectedValueOnce(new CairnError('UNREACHABLE', 'Away.', 'Wait.'))
  expect(await lookIntoFolder('/away', stop.signal)).toMatchObject({ error: { code: 'UNREACHABLE' } })
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
  look.mockImplementationOnce((_, { signal }) => {
    signal.throwIfAborted()
    return Promise.resolve({ look: found })
  })
  expect(await lookIntoFolder('/slow', stop.signal)).toEqual({ path: '/slow', look: null })
})

it('kinds that cannot be read are left out beside what somebody wrote', () => {
  const unread = [
    { extension: 'psd', count: 2 },
    { extension: 'mp3', count: 1 },
  ]
  expect(withoutKinds(FolderRules.parse({}), { unread }).ignore).toBe('*.psd\n*.mp3')
  expect(withoutKinds(FolderRules.parse({ ignore: 'drafts/' }), { unread: [] }).ignore).toBe('drafts/')
  expect(withoutKinds(FolderRules.parse({ ignore: 'drafts/' }), { unread }).ignore).toBe('drafts/\n*.psd\n*.mp3')
})
