import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

// Would catch a schedule that the command line cannot set, and one that is set in part by a wrong word.
test('backup --every sets what is made by itself, and without a file shows it', async () => {
  const engine = new FakeEngine()
  const set = await terminal(engine).run('backup', '--every', 'day', '--to', '/media/备份', '--keep', '3')
  expect(set).toMatchObject({ code: 0, err: '' })
  expect(engine.getSettings().backups).toEqual({ every: 'day', folder: '/media/备份', keep: 3, sealed: false })
  expect(set.out).toContain('/media/备份')
  const failed = {
    at: 0,
    error: { code: 'DISK_FULL' as const, message: 'The disk is full.', action: 'Free some space.' },
  }
  engine.backups.standing = { ...engine.backups.standing, due_at: 0, failed }
  expect((await terminal(engine).run('backup')).err).toContain('The disk is full.')
  expect((await terminal(engine).run('backup', '--every', 'hourly')).code).toBe(2)
  expect((await terminal(engine).run('backup', '--keep', '0')).code).toBe(2)
  expect((await terminal(engine).run('backup', 'x.tar', '--every', 'day')).code).toBe(2)
  expect(engine.getSettings().backups.every).toBe('day')
  expect((await terminal(engine).run('backup', '--every', 'never', '--lang', 'zh')).out).toContain('不会自动备份')
})

// Would catch a schedule that is saved although it can make no backup, and one that claims to work while its folder is away.
test('backup --every without a folder saves nothing, and a folder that is not there yet is no success', async () => {
  const engine = new FakeEngine()
  const { code, err } = await terminal(engine).run('backup', '--every', 'day')
  expect(code).toBe(2)
  expect(err).toContain('no folder is named: add --to <folder>.')
  expect(engine.getSettings().backups.every).toBe('never')
  engine.backups.standing = { ...engine.backups.standing, there: { folder: false, last: true } }
  const away = await terminal(engine).run('backup', '--every', 'day', '--to', '/media/none')
  expect(away.code).toBe(1)
  expect(away.err).toContain('The folder for backups cannot be seen now: /media/none.')
  expect(engine.getSettings().backups).toMatchObject({ every: 'day', folder: '/media/none' })
  expect((await terminal(engine).run('backup', '--json')).code).toBe(1)
  expect((await terminal(engine).run('backup', '--every', 'never')).code).toBe(0)
})

// Would catch a last backup that is told as if it could be had, although its disk is away or its list was old.
test('backup says where the last one cannot be seen, how old its list is, and since when the next is due', async () => {
  const engine = new FakeEngine()
  const day = 86_400_000
  const last = { made_at: -9 * day, path: '/media/b.tar', byte_size: 1, moments: 1, old_list: { known_at: -12 * day } }
  engine.backups.standing = { ...engine.backups.standing, last, due_at: -8 * day }
  await terminal(engine).run('backup', '--every', 'day', '--to', '/media')
  const shown = await terminal(engine).run('backup')
  expect(shown.err).toContain('list of documents as it was at 1969-12-20')
  expect(shown.err).toContain('has been due since 1969-12-24')
  expect(shown.err).not.toContain('cannot be seen')
  engine.backups.standing = {
    ...engine.backups.standing,
    ...{ due_at: 0, last: { ...last, old_list: { known_at: null } }, there: { folder: false, last: false } },
  }
  const gone = await terminal(engine).run('backup')
  expect(gone.err).toContain('Its list of documents may be old')
  expect(gone.err).toContain('Its file cannot be seen now.')
  expect(gone.err).toContain('The folder for backups cannot be seen now: /media.')
  expect(gone.err).not.toContain('has been due')
  const chinese = await terminal(engine).run('backup', '--lang', 'zh')
  expect(chinese.err).toContain('现在找不到备份文件夹')
})

test('backup and restore of a file say which moments are kept and taken', async () => {
  const engine = new FakeEngine()
  const made = await terminal(engine).run('backup', 'x.tar', '--keep', '5')
  expect(made.out).toContain('sets of questions: 0, runs of them: 0')
  const listed = await terminal(engine).run('restore', 'x.tar', '--list')
  expect(listed.out.trim().split('\n').length).toBe(2)
  const restored = await terminal(engine).run('restore', 'x.tar', '--moment', '1')
  expect(restored.out).toContain('Sets of questions: 1 added; runs of them: 2 added')
  expect(engine.backups.asked).toEqual([
    'back up /work-of-user/x.tar keep 5',
    'restore /work-of-user/x.tar of 2026-11-25T12:00:00.000Z',
  ])
  for (const wrong of ['0', '3', 'first'])
    expect((await terminal(engine).run('restore', 'x.tar', '--moment', wrong)).code).toBe(2)
})

// Would catch a move that tears the store away from a Cairn that has it open, and one that nobody can take back.
test('store move moves at once, or at the next start of the Cairn that has the store open', async () => {
  const moved: string[] = []
  const storeMover = {
    move(from: string, to: string) {
      moved.push(`${from} → ${to}`)
      return Promise.resolve({ files: 3, bytes: 4_200_000 })
    },
    moveIfAsked: () => Promise.resolve(),
  }
  const done = await terminal(new FakeEngine(), { storeMover }).run('store', 'move', '新 disk', '--store', '/old')
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('4.2 MB')
  expect(moved).toEqual(['/old → /work-of-user/新 disk'])
  const engine = new FakeEngine()
  const locked = { ...storeMover, move: () => Promise.reject(new CairnError('STORE_LOCKED', 'It is open.')) }
  await terminal(engine, { storeMover: locked }).run('store', 'move', '/new')
  expect(engine.moving.asked).toEqual({ to: '/new', failed: null })
  expect((await terminal(engine).run('store', 'info')).out).toContain('/new')
  await terminal(engine).run('store', 'stay')
  expect(engine.moving.asked).toBeNull()
  expect((await terminal(engine, { storeMover }).run('store', 'move')).code).toBe(2)
})

// Would catch a passphrase that is wanted on the command line, where every user of the machine could read it.
test('a passphrase comes from the environment, a file descriptor or what is typed, and never from an argument', async () => {
  const engine = new FakeEngine()
  const asked = () => engine.backups.asked.at(-1)
  const env = { CAIRN_PASSPHRASE: 'pelican lamp' }
  await terminal(engine, { env }).run('backup', 'x', '--passphrase')
  expect(asked()).toBe('back up /work-of-user/x with pelican lamp')
  await terminal(engine, { input: '铁塔 pelican\n' }).run('restore', 'x', '--passphrase')
  expect(asked()).toBe('restore /work-of-user/x with 铁塔 pelican')
  await terminal(engine, { env }).run('backup', 'x')
  expect(asked()).toBe('back up /work-of-user/x')
  const file = join(tmpdir(), `cairn-passphrase-${process.pid}`)
  writeFileSync(file, 'from a file\nnot this\n')
  const descriptor = openSync(file, 'r')
  onTestFinished(() => {
    closeSync(descriptor)
    rmSync(file)
  })
  await terminal(engine).run('backup', 'x', '--passphrase-fd', String(descriptor))
  expect(asked()).toBe('back up /work-of-user/x with from a file')
  const before = engine.backups.asked.length
  for (const wrong of [['--passphrase'], ['--passphrase-fd', '987'], ['--passphrase-fd', 'pelican lamp']])
    expect((await terminal(engine, { input: '' }).run('backup', 'x', ...wrong)).code).toBe(2)
  expect(engine.backups.asked.length).toBe(before)
  await terminal(engine, { env }).run('backup', '--every', 'day', '--to', '/media', '--passphrase')
  expect(asked()).toBe('keep with pelican lamp')
  expect(engine.getSettings().backups).toMatchObject({ every: 'day', sealed: true })
})
