import { describe, expect, test } from 'vitest'
import type { LibraryStanding } from '@shared/changes'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

const reading: LibraryStanding = {
  ...{ address: 's3://team/library', role: 'reading', reachable: true, trouble: null, writer: null, keys: 'not_kept' },
  reached_at: '2026-11-28T09:30:00.000Z',
  here: { documents: 1200, whole: 40, file_bytes: 5_200_000, table_bytes: 1_000_000 },
}
const trouble = (code: 'PERMISSION_DENIED' | 'NETWORK_DENIED' | 'UNREACHABLE') => ({
  ...{ reachable: false, trouble: { code, message: 'No.', action: 'Try again.' } },
})

/** What `store info` says of a library, by the head of each row. */
async function rowsOf(standing: LibraryStanding | null, ...more: string[]): Promise<Map<string, string>> {
  const engine = new FakeEngine()
  engine.standing = standing
  const { info } = engine
  engine.info = async () => ({ ...(await info()), ...(standing ? { library: standing } : {}) })
  const { out, err, code } = await terminal(engine).run('store', 'info', ...more)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const rows = out.split('\n').map((line) => line.split(/ {2,}/u))
  return new Map(rows.map(([head = '', ...rest]) => [head, rest.join('  ')]))
}

describe('store info of a shared library', () => {
  test('says whose it is, when it last answered, and what is read without it', async () => {
    const rows = await rowsOf(reading)
    expect(rows.get('Shared library')).toBe('s3://team/library')
    expect(rows.get('Last answer')).toMatch(/^2026-11-2\d \d\d:\d\d:\d\d$/u)
    expect(rows.get('Kept here')).toContain(
      '1200 documents, all files of 40 of them (5.2 MB), 1.0 MB of the search tables',
    )
    expect((await rowsOf({ ...reading, reached_at: null })).get('Last answer')).toBe('none yet')
  })

  test.each<[string, Partial<LibraryStanding>, string, string]>([
    ['nobody writes', {}, 'nobody was found writing; it can be added to', '未发现有人写入'],
    ['this Cairn writes', { role: 'writing' }, 'this Cairn writes to it now', '正由本机的 Cairn 写入'],
    [
      'somebody else holds the lease',
      { writer: { who: 'mei@lab-2', since: '2026-11-28T09:00:00.000Z' } },
      'mei@lab-2 has been writing to it since 2026-11-28',
      'mei@lab-2',
    ],
    ['there is no way to it', trouble('UNREACHABLE'), 'cannot be reached', '无法连接'],
    ['its server refuses', trouble('PERMISSION_DENIED'), 'refuses the credentials', '拒绝'],
    ['Cairn is to stay offline', trouble('NETWORK_DENIED'), 'not asked, as Cairn is to stay offline', '离线'],
    [
      'it was being written when the network went',
      { role: 'writing', ...trouble('UNREACHABLE') },
      'cannot be reached; what was read before is used, nothing can be added',
      '无法连接',
    ],
  ])('where %s, says so in either language', async (_what, standing, english, chinese) => {
    const state = (await rowsOf({ ...reading, ...standing })).get('Its state')
    expect(state).toContain(english)
    expect(state).not.toMatch(/\d{4}-\d\d-\d\dT/u)
    const rows = [...(await rowsOf({ ...reading, ...standing }, '--lang', 'zh')).values()]
    expect(rows.join('\n')).toContain(chinese)
  })

  test('names nothing that is kept alone', async () => {
    expect([...(await rowsOf(null)).keys()]).not.toContain('Shared library')
  })

  test('prints nothing that steers a terminal', async () => {
    const rows = await rowsOf({ ...reading, writer: { who: 'eve\u001b[2J', since: '2026-11-28T09:00:00.000Z' } })
    expect(rows.get('Its state')).not.toContain('\u001b')
  })
})
