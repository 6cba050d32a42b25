import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const fake = vi.hoisted(() => ({ start: vi.fn(), setPath: vi.fn() }))
vi.mock('electron', () => ({ app: { setPath: fake.setPath }, crashReporter: { start: fake.start } }))

let profile: string

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'cairn-dumps-'))
  vi.clearAllMocks()
  fake.start.mockReset()
})
afterEach(() => rmSync(profile, { recursive: true }))

function place(name: string, seconds: number): string {
  const folder = join(profile, 'crashes', 'completed')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), '')
  utimesSync(join(folder, name), seconds, seconds)
  return join(folder, name)
}

async function keepDumps(): Promise<string[]> {
  return (await import('@shells/window/faults/keep-dumps')).keepDumps(profile)
}

// Would catch a reporter that sends dumps, which hold pieces of what was in memory.
test('dumps stay on this machine, in the profile', async () => {
  expect(await keepDumps()).toEqual([])
  expect(fake.start).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ uploadToServer: false, submitURL: '' }))
  expect(fake.setPath).toHaveBeenCalledWith('crashDumps', join(profile, 'crashes'))
})

test('the log is told of each dump once, whatever was logged since, and only the latest five stay', async () => {
  const dumps = [1, 2, 3, 4, 5, 6, 7].map((second) => place(`${second}.dmp`, second * 1000))
  // The crash of a page is logged at once, after its dump: the next start has to name the dump all the same.
  mkdirSync(join(profile, 'logs'))
  writeFileSync(join(profile, 'logs', 'cairn-2026-01-01.jsonl'), 'a line')
  const lines = await keepDumps()
  expect(lines).toHaveLength(5)
  expect(lines[0]).toContain(join('crashes', relative(join(profile, 'crashes'), dumps[6] ?? '')))
  expect(lines[0]).toContain(new Date(7_000_000).toISOString())
  expect(dumps.map(existsSync)).toEqual([false, false, true, true, true, true, true])
  expect(await keepDumps()).toEqual([])
  place('8.dmp', 8000)
  expect(await keepDumps()).toEqual([expect.stringContaining('8.dmp')])
})

test('a reporter that does not start is said, and keeps nobody from working', async () => {
  fake.start.mockImplementation(() => {
    throw new Error('no crashpad here')
  })
  expect((await keepDumps()).join()).toContain('no crashpad here')
})
