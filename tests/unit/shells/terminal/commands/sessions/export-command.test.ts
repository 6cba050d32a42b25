import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FakeEngine, session } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-export-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

describe('export', () => {
  test('prints one session as JSON, or writes it whole and leaves no other file', async () => {
    const folder = await emptyFolder()
    expect(JSON.parse((await terminal().run('export', 's1')).out)).toEqual(session)
    const written = await terminal().run('export', 's1', '--out', join(folder, 's1.json'))
    expect([written.code, written.out]).toEqual([0, ''])
    expect(written.err).toBe(`Written to ${join(folder, 's1.json')}\n`)
    expect(JSON.parse(await readFile(join(folder, 's1.json'), 'utf8'))).toEqual(session)
    expect(await readdir(folder)).toEqual(['s1.json'])
    expect((await terminal().run('export', 'gone')).code).toBe(1)
    expect((await terminal().run('export', 's1', '--out', join(folder, 'no', 'such.json'))).code).toBe(1)
  })

  // Would catch an option that is read but never gets as far as the engine.
  test.each([
    [['s1'], { ids: ['s1'], format: 'json', leave_out_sensitive: true, replace_paths: false }],
    [['s1', '--format', 'html'], { ids: ['s1'], format: 'html' }],
    [['s1', 's1'], { ids: ['s1', 's1'], format: 'json' }],
    [['s1', 's2'], { ids: ['s1', 's2'], format: 'bundle' }],
    [['--all'], { ids: [], format: 'bundle' }],
    [['--all', '--format', 'json', '--replace-paths'], { ids: [], format: 'json', replace_paths: true }],
    [['s1', '--with-sensitive'], { ids: ['s1'], leave_out_sensitive: false }],
    [['s1', '--turn', 't1'], { ids: ['s1'], format: 'markdown', turn_id: 't1' }],
    // As it was said before that was the default.
  ])('%j asks for %j', async (argv, wanted) => {
    const { run, engine } = terminal(new FakeEngine(), { cwd: await emptyFolder() })
    expect((await run('export', ...argv)).code).toBe(0)
    expect(engine.exported).toMatchObject([wanted])
  })

  // Would catch a look at an export that writes it.
  test('--preview shows how the file would begin, and what is left out, and writes nothing', async () => {
    const cwd = await emptyFolder()
    const { run, engine } = terminal(new FakeEngine(), { cwd })
    const { code, out, err } = await run('export', 's1', '--format', 'html', '--preview')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(session)
    expect(err).toContain('The file would be called s1.html.')
    expect(err).toContain('Passages left out: ')
    expect([await readdir(cwd), engine.exported]).toEqual([[], []])
  })

  test('a bundle goes to the folder where the user stands, and never over a file that is there', async () => {
    const cwd = await emptyFolder()
    await writeFile(join(cwd, 'cairn-3-chats.cairn.zip'), 'of yesterday')
    const engine = new FakeEngine()
    // Bytes that are no UTF-8: would catch a bundle that went through a string.
    const bytes = new Uint8Array([0x50, 0x4b, 0xff, 0x00, 0xc3])
    engine.exportPieces = [bytes, bytes]
    const { code, out, err } = await terminal(engine, { cwd, terminal: true }).run('export', '--all')
    expect([code, out]).toEqual([0, ''])
    expect(err).toContain(`Written to ${join(cwd, 'cairn-3-chats-2.cairn.zip')}`)
    expect(err).toContain('Exporting sessions')
    expect([...(await readFile(join(cwd, 'cairn-3-chats-2.cairn.zip')))]).toEqual([...bytes, ...bytes])
    expect(await readFile(join(cwd, 'cairn-3-chats.cairn.zip'), 'utf8')).toBe('of yesterday')
  })

  test('--out may be a folder; a file that is named is replaced', async () => {
    const cwd = await emptyFolder()
    await mkdir(join(cwd, 'kept'))
    expect((await terminal(new FakeEngine(), { cwd }).run('export', 's1', '--out', 'kept')).code).toBe(0)
    expect(await readdir(join(cwd, 'kept'))).toEqual(['s1.json'])
    await writeFile(join(cwd, 'old.json'), 'old')
    expect((await terminal(new FakeEngine(), { cwd }).run('export', 's1', '--out', 'old.json')).code).toBe(0)
    expect(JSON.parse(await readFile(join(cwd, 'old.json'), 'utf8'))).toEqual(session)
  })

  // Would catch half a bundle under the name of a whole one, and one destroyed by a failed replacement.
  test('that fails half way leaves what was there and nothing else', async () => {
    const cwd = await emptyFolder()
    await writeFile(join(cwd, 'a.zip'), 'of yesterday')
    const engine = new FakeEngine()
    engine.exportPieces = ['half', new Error('no more')]
    const { code } = await terminal(engine, { cwd }).run('export', 's1', '--format', 'bundle', '--out', 'a.zip')
    expect(code).toBe(1)
    expect(await readdir(cwd)).toEqual(['a.zip'])
    expect(await readFile(join(cwd, 'a.zip'), 'utf8')).toBe('of yesterday')
  })

  test('Ctrl-C stops it with 130 and leaves nothing', async () => {
    const cwd = await emptyFolder()
    const engine = new FakeEngine()
    const shell = terminal(engine, { cwd })
    const getSession = engine.getSession.bind(engine)
    engine.getSession = (id) => {
      shell.pressCtrlC()
      return getSession(id)
    }
    expect((await shell.run('export', '--all')).code).toBe(130)
    expect(await readdir(cwd)).toEqual([])
  })

  test('says what was left out, asked for or not, and nothing where nothing was', async () => {
    const engine = new FakeEngine()
    engine.redaction = { passages: 2, sentences: 1, paths: 7 }
    const { err } = await terminal(engine).run('export', 's1', '--replace-paths')
    expect(err).toBe('Passages left out: 2, sentences left out: 1, file paths replaced: 7.\n')
    expect((await terminal(engine).run('export', 's1')).err).toBe(err)
    engine.redaction = { passages: 0, sentences: 0, paths: 0 }
    expect((await terminal(engine).run('export', 's1')).err).toBe('')
  })

  // 水 is cut in two by the pieces.
  const evil = 'a \u001b[2J\u009b31m水\r\n'
  const bytes = Buffer.from(evil)
  const pieces = [bytes.subarray(0, bytes.indexOf('水') + 1), bytes.subarray(bytes.indexOf('水') + 1)]

  test('of a page: harmless on a terminal, the file itself behind a pipe', async () => {
    const engine = new FakeEngine()
    engine.exportPieces = pieces
    const shown = await terminal(engine, { shown: true }).run('export', 's1', '--format', 'markdown')
    expect(shown.out).toBe('a [2J31m水\n')
    expect((await terminal(engine).run('export', 's1', '--format', 'markdown')).out).toBe(evil)
  })

  test('of JSON: the same value with nothing a terminal obeys', async () => {
    const engine = new FakeEngine()
    const value = { text: 'a\u001b\u009b\u007f\u2028水' }
    engine.exportPieces = [JSON.stringify(value)]
    const { out } = await terminal(engine).run('export', 's1')
    expect(out).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028]/)
    expect(JSON.parse(out)).toEqual(value)
  })
})
