import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  mayChooseStore,
  storeFor,
  storeFolderIn,
  WindowConfig,
  profileFolder,
  unpacked,
} from '@shells/window/decisions/window-folders'
import { argumentsFor, openedBy } from '@shells/window/decisions/launch-arguments'

const cwd = resolve('/home/me')

describe('what a command line opens', () => {
  test('files relative to where it was typed, and links', () => {
    const argv = ['/opt/Cairn/cairn', 'notes.md', '/data/a b.pdf', 'cairn://session/s_1', '--no-sandbox', '']
    expect(openedBy({ argv, cwd }, null)).toEqual({
      files: [resolve(cwd, 'notes.md'), resolve('/data/a b.pdf')],
      links: ['cairn://session/s_1'],
    })
  })

  // Would catch a file named like a switch or a link that cannot be opened, or the other way round.
  test('after -- everything is a file', () => {
    const argv = ['cairn', '--', '--odd.md', 'cairn:x']
    expect(openedBy({ argv, cwd }, null)).toEqual({
      files: [resolve(cwd, '--odd.md'), resolve(cwd, 'cairn:x')],
      links: [],
    })
  })

  // Would catch a development start that adds the whole checkout, or a loader script, to the library.
  test('of an app that is not packaged, only what follows its folder', () => {
    const app = resolve('/home/ann/cairn')
    const argv = ['electron', '-r', '/tools/loader.js', '--inspect=0', app, 'notes.md']
    expect(openedBy({ argv, cwd }, app).files).toEqual([resolve(cwd, 'notes.md')])
    expect(openedBy({ argv: ['electron', '.'], cwd: app }, app)).toEqual({ files: [], links: [] })
    expect(openedBy({ argv: ['electron', 'main.js', 'notes.md'], cwd }, app)).toEqual({ files: [], links: [] })
  })
})

// Would catch a file that is lost, or taken for a switch or a link, when Cairn starts again to open it.
test('what is passed on to the next start is read there as it was', () => {
  const files = [resolve('/data/a b.pdf'), resolve('/data/--odd.md')]
  const read = (links: string[]) => openedBy({ argv: ['cairn', ...argumentsFor({ files, links })], cwd }, null)
  expect(read([])).toEqual({ files, links: [] })
  expect(read(['cairn://session/s_1', 'cairn://session/s_2'])).toEqual({ files, links: ['cairn://session/s_2'] })
  expect(argumentsFor({ files: [], links: [] })).toEqual([])
})

describe('which store', () => {
  const machine = { platform: 'linux' as const, home: '/home/me', env: {} }
  const named = { ...machine, env: { CAIRN_STORE: 'data/store' } }

  test('the environment, then the choice, then the default', () => {
    const chosen = { storeFolder: resolve('/mnt/store') }
    expect(storeFor(named, chosen, cwd)).toEqual({ folder: resolve(cwd, 'data/store') })
    expect(storeFor(machine, chosen, cwd)).toEqual({ folder: resolve('/mnt/store') })
    expect(storeFor(machine, undefined, cwd).folder).toMatch(/cairn.store$/u)
    expect([mayChooseStore(machine), mayChooseStore(named)]).toEqual([true, false])
  })

  // Would catch a damaged config that opens a store wherever the app was started.
  test('a kept choice that is not absolute is none', () => {
    expect(WindowConfig.safeParse({ storeFolder: 'store' }).success).toBe(false)
  })

  // Would catch a Documents folder littered with objects/ and lance/.
  test('a folder with other things in it gets a folder of ours', () => {
    expect(storeFolderIn('/d', [])).toBe('/d')
    expect(storeFolderIn('/d', ['.DS_Store'])).toBe('/d')
    expect(storeFolderIn('/d', ['store.json', 'objects'])).toBe('/d')
    expect(storeFolderIn('/d', ['letter.docx'])).toMatch(/^\/d.Cairn$/u)
  })

  // Would catch two stores sharing one single-instance lock: the second would only bring the first to the front.
  test('another store by CAIRN_STORE is another instance', () => {
    const other = { ...machine, env: { CAIRN_STORE: 'elsewhere' } }
    const folders = [machine, named, other].map((one) => profileFolder('/config', one, cwd))
    expect(new Set(folders).size).toBe(3)
    expect(profileFolder('/config', named, cwd)).toBe(folders[1])
  })
})

// Would catch workers and the file manager being handed paths that only Electron's own functions can read.
test('unpacked files have a real path; others stay', () => {
  expect(unpacked('/opt/Cairn/resources/app.asar/resources')).toBe('/opt/Cairn/resources/app.asar.unpacked/resources')
  expect(unpacked('C:\\Cairn\\app.asar\\resources')).toBe('C:\\Cairn\\app.asar.unpacked\\resources')
  expect(unpacked('/opt/app.asar.unpacked/resources')).toBe('/opt/app.asar.unpacked/resources')
  expect(unpacked('/home/me/app.asariel/resources')).toBe('/home/me/app.asariel/resources')
})
