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

const log = () => join(profile, 'cairn.log')

function place(name: string, seconds: number): string {
  const folder = join(profile, 'crashes', 'completed')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), '')
  utimesSync(join(folder, name), seconds, seconds)
  return join(folder, name)
}

async function keepDumps(): Promise<string[]> {
  return (await import('@shells/window/faults/keep-dumps')).keepDumps(profile, log())
}

// Would catch a reporter that sends dumps, which hold pieces of what was in memory.
test('dumps stay on this machine, in the profile', async () => {
  expect(await keepDumps()).toEqual([])
  expect(fake.start).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ uploadToServer: false, submitURL: '' }))
  expect(fake.setPath).toHaveBeenCalledWith('crashDumps', join(profile, 'crashes'))
})

test('the log is told of dumps that are newer than its last line, and only the latest five stay', async () => {
  const dumps = [1, 2, 3, 4, 5, 6, 7].map((second) => place(`${second}.dmp`, second * 1000))
  writeFileSync(log(), 'a line')
  utimesSync(log(), 5500, 5500)
  const lines = await keepDumps()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(join('crashes', relative(join(profile, 'crashes'), dumps[6] ?? '')))
  expect(lines[0]).toContain(new Date(7_000_000).toISOString())
  expect(dumps.map(existsSync)).toEqual([false, false, true, true, true, true, true])
})

test('a reporter that does not start is said, and keeps nobody from working', async () => {
  fake.start.mockImplementation(() => {
    throw new Error('no crashpad here')
  })
  expect((await keepDumps()).join()).toContain('no crashpad here')
})
