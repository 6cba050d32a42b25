import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openedBy } from '@shells/window/decisions/launch-arguments'
import { namedFolders, seenProgram } from '@shells/window/decisions/named-folders'

const cwd = resolve('/home/me')
const program = resolve('/media/stick/cairn')
const portable = resolve('/media/stick/cairn-data')
const linux = { platform: 'linux' as const, home: '/home/me', env: {} }
const facts = { argv: ['cairn'], cwd, machine: linux, program, isFolder: () => false }
const named = { ...linux, env: { CAIRN_STORE: '/data/env' } }

describe('the folders that a start names', () => {
  test('none, where nothing does', () => {
    expect(namedFolders(facts)).toEqual({ store: null, profile: null })
  })

  // Would catch a portable Cairn that leaves its profile on the computer.
  test('of a portable Cairn all lie beside it', () => {
    const isFolder = (path: string) => path === portable
    expect(namedFolders({ ...facts, isFolder })).toEqual({
      store: join(portable, 'store'),
      profile: join(portable, 'window'),
    })
  })

  test('the option goes before the environment, and that before the folder beside the program', () => {
    const given = { ...facts, machine: named, isFolder: () => true }
    expect(namedFolders(given).store).toBe(resolve('/data/env'))
    for (const argv of [
      ['cairn', '--store', 'mine'],
      ['cairn', '--store=mine'],
    ]) {
      expect(namedFolders({ ...given, argv })).toEqual({ store: resolve(cwd, 'mine'), profile: null })
    }
  })

  test('no option after --, and none without a folder', () => {
    expect(namedFolders({ ...facts, argv: ['cairn', '--', '--store=x'] }).store).toBeNull()
    expect(namedFolders({ ...facts, argv: ['cairn', '--store='] }).store).toBeNull()
    expect(namedFolders({ ...facts, argv: ['cairn', '--store'] }).store).toBeNull()
  })
})

// Would catch a store that is added to itself as a folder of documents.
test('the store that is named is no file to open', () => {
  const open = (...argv: string[]) => openedBy({ argv: ['cairn', ...argv], cwd }, null).files
  expect(open('--store', 'mine', 'a.md')).toEqual([resolve(cwd, 'a.md')])
  expect(open('a.md', '--store=mine', 'b.md')).toEqual([resolve(cwd, 'a.md'), resolve(cwd, 'b.md')])
  expect(open('--', '--store', 'x')).toEqual([resolve(cwd, '--store'), resolve(cwd, 'x')])
})

test.each([
  ['linux', { APPIMAGE: '/home/me/Cairn.AppImage' }, '/tmp/.mount_x/cairn', '/home/me/Cairn.AppImage'],
  ['win32', { PORTABLE_EXECUTABLE_FILE: 'E:/Cairn.exe' }, 'C:/Temp/x/Cairn.exe', 'E:/Cairn.exe'],
  ['darwin', {}, '/Volumes/Stick/Cairn.app/Contents/MacOS/Cairn', '/Volumes/Stick/Cairn.app'],
  ['linux', {}, '/opt/Cairn/cairn', '/opt/Cairn/cairn'],
] as const)('the program as a person sees it on %s', (platform, env, execPath, seen) => {
  expect(seenProgram(execPath, { platform, home: '/', env })).toBe(seen)
})
