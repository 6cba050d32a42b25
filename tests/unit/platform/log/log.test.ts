import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Log } from '@engine/platform/log/log'
import { RotatingFile } from '@engine/platform/log/rotating-file'
import { withoutWords } from '@engine/platform/log/without-words'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-log-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const noon = Date.UTC(2026, 2, 1, 12)
const read = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a log', () => {
  it('writes lines of JSON with time, level and process, those that came before it may write first', () => {
    const log = new Log({ folder: join(folder, 'logs'), now: () => noon })
    log.warn('It began.\nAnd went on.')
    expect(readdirSync(folder)).toEqual([])
    log.begin()
    log.note('info', 'turn', { ms: 12 })
    const [path = '', ...others] = log.paths()
    expect(others).toEqual([])
    expect(read(path)).toEqual([
      { level: 'warn', time: '2026-03-01T12:00:00.000Z', pid: process.pid, msg: 'It began.\nAnd went on.' },
      { level: 'info', time: '2026-03-01T12:00:00.000Z', pid: process.pid, ms: 12, msg: 'turn' },
    ])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('keeps to the level and to the words that the settings want, as they change', () => {
    const log = new Log({ folder, now: () => noon })
    let settings = { level: 'warn' as 'warn' | 'debug', text: false }
    log.begin(() => settings)
    log.note('info', 'unheard', {})
    log.error('No file "secret.md".')
    settings = { level: 'debug', text: true }
    log.note('debug', 'heard', {})
    log.error('No file "secret.md".')
    expect(read(log.paths()[0] ?? '').map(({ msg }) => msg)).toEqual(['No file […].', 'heard', 'No file "secret.md".'])
  })
})

describe('files of a log', () => {
  it('begin anew by day and by size, and the oldest go', () => {
    let now = noon
    const file = new RotatingFile({ folder, now: () => now, fileBytes: 100, mostBytes: 450, mostDays: 3 })
    const line = `${'x'.repeat(59)}\n`
    file.write(line)
    file.write(line)
    expect(readdirSync(folder).toSorted()).toEqual(['cairn-2026-03-01.001.jsonl', 'cairn-2026-03-01.jsonl'])
    now += 4 * 86_400_000
    file.write(line)
    expect(readdirSync(folder)).toEqual(['cairn-2026-03-05.jsonl'])
    for (let at = 0; at < 20; at += 1) file.write(line)
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(450)
    expect(file.paths().at(-1)).toContain('.020.jsonl')
  })

  it('go on with the file of the day, whoever began it, and leave other files alone', () => {
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    const options = { folder, now: () => noon }
    new RotatingFile(options).write('one\n')
    new RotatingFile(options).write('two\n')
    expect(readFileSync(join(folder, 'cairn-2026-03-01.jsonl'), 'utf8')).toBe('one\ntwo\n')
    expect(readdirSync(folder)).toContain('notes.txt')
  })

  it('that cannot be written disturb nobody, are complained of once, and are written again', () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const inside = join(folder, 'logs')
    writeFileSync(inside, 'a file')
    const file = new RotatingFile({ folder: inside, now: () => noon })
    file.write('lost\n')
    file.write('lost\n')
    expect(said).toHaveBeenCalledTimes(1)
    rmSync(inside)
    file.write('kept\n')
    expect(readFileSync(file.paths()[0] ?? '', 'utf8')).toBe('kept\n')
    chmodSync(inside, 0o700)
  })
})

describe('a line without words', () => {
  it.each([
    ['"Zebra plans.md" was deleted meanwhile.', '[…] was deleted meanwhile.'],
    ['Unexpected token \'Z\', "Zebra said" is not valid JSON', 'Unexpected token […], […] is not valid JSON'],
    ['文件“Zebra 计划.docx”打不开。', '文件[…]打不开。'],
    ["ENOENT: no such file, open '/home/ann/Zebra plans.pdf'", 'ENOENT: no such file, open […]'],
    ['The store /home/ann/Zebra/store was not opened', 'The store […] was not opened'],
    ['C:\\Users\\Ann\\Zebra\\a.txt is gone', '[…] is gone'],
    ["It can't be read: it doesn't end.", "It can't be read: it doesn't end."],
    ['network: denied https://example.org/zebra?q=zebra (a page)', 'network: denied https://example.org (a page)'],
    ['Cut off: "Zebra plans for the ne', 'Cut off: […]'],
    ["it's \"Zebra's\" and 'Zebra's' end", "it's […] and […] end"],
    ['research r_1, t1, try 2: CairnError: 3/4 done', 'research r_1, t1, try 2: CairnError: 3/4 done'],
  ])('%s', (line, expected) => {
    expect(withoutWords(line)).toBe(expected)
    expect(withoutWords(line).toLowerCase()).not.toContain('zebra')
  })

  it('keeps where in the code something was thrown', () => {
    const stack =
      'Error: "Zebra" is odd\n    at read (file:///home/ann/cairn/out/main/engine.js:10:5)\n    at /opt/x/y.js:1:2'
    expect(withoutWords(stack)).toBe('Error: […] is odd\n    at read (engine.js:10:5)\n    at y.js:1:2')
  })
})
