import { describe, expect, test } from 'vitest'
import { localTime } from '@shared/dates/local-time'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

const run = (...words: string[]) => terminal(new FakeEngine()).run('sessions', ...words)

describe('cairn sessions', () => {
  test('shows, searches, renames, pins, deletes and brings back', async () => {
    expect((await run('show', 's1')).out).toContain('> q')
    expect((await run('search', 'old', 'pump')).out).toMatch(/s1 .*\n {4}old pump 30/u)
    expect((await run('rename', 's1', 'The', 'pump')).out).toBe('renamed: The pump\n')
    expect((await run('pin', 's1')).out).toContain('pinned')
    expect((await run('unpin', 's1')).out).toContain('no longer pinned')
    expect((await run('trash', 's1')).out).toContain(`until ${localTime(20_000)}`)
    expect((await run('restore', 's1')).code).toBe(0)
    expect((await run('delete', 's1')).out).toContain('s1')
  })

  // Would catch an act that is done with something else than was meant.
  test.each([
    [['rename', 's1'], 'title'],
    [['pin', '../s1'], 'id'],
    [['mark', 's1', 'e1', 'private'], 'confidential'],
    [['burn', 's1'], 'burn'],
    [['search'], 'words'],
  ])('%o is refused in words', async (words, said) => {
    const { code, err } = await run(...words)
    expect(code).toBe(2)
    expect(err).toContain(said)
  })
})
