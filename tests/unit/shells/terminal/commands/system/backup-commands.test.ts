import { expect, test } from 'vitest'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

// Would catch a schedule that the command line cannot set, and one that is set in part by a wrong word.
test('backup --every sets what is made by itself, and without a file shows it', async () => {
  const engine = new FakeEngine()
  const set = await terminal(engine).run('backup', '--every', 'day', '--to', '/media/备份', '--keep', '3')
  expect(set).toMatchObject({ code: 0, err: '' })
  expect(engine.getSettings().backups).toEqual({ every: 'day', folder: '/media/备份', keep: 3 })
  expect(set.out).toContain('/media/备份')
  const failed = {
    at: 0,
    error: { code: 'DISK_FULL' as const, message: 'The disk is full.', action: 'Free some space.' },
  }
  engine.backups.standing = { last: null, due_at: 0, running: false, failed }
  expect((await terminal(engine).run('backup')).err).toContain('The disk is full.')
  expect((await terminal(engine).run('backup', '--every', 'hourly')).code).toBe(2)
  expect((await terminal(engine).run('backup', '--keep', '0')).code).toBe(2)
  expect((await terminal(engine).run('backup', 'x.tar', '--every', 'day')).code).toBe(2)
  expect(engine.getSettings().backups.every).toBe('day')
  expect((await terminal(engine).run('backup', '--every', 'never', '--lang', 'zh')).out).toContain('不会自动备份')
})

test('backup and restore of a file say which moments are kept and taken', async () => {
  const engine = new FakeEngine()
  await terminal(engine).run('backup', 'x.tar', '--keep', '5')
  const listed = await terminal(engine).run('restore', 'x.tar', '--list')
  expect(listed.out.trim().split('\n').length).toBe(2)
  await terminal(engine).run('restore', 'x.tar', '--moment', '1')
  expect(engine.backups.asked).toEqual([
    'back up /work-of-user/x.tar keep 5',
    'restore /work-of-user/x.tar of 2026-11-25T12:00:00.000Z',
  ])
  for (const wrong of ['0', '3', 'first'])
    expect((await terminal(engine).run('restore', 'x.tar', '--moment', wrong)).code).toBe(2)
})
