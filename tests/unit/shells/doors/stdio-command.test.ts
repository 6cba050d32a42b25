import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stdioCommand } from '@shells/doors/stdio-command'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-root-'))
})
afterEach(() => rm(root, { recursive: true }))

// Would catch a block for assistants that cannot start, or starts with another store.
test('names the script and the store, and nothing where there is no script', async () => {
  expect(stdioCommand('/my store', root)).toBeNull()
  await mkdir(join(root, 'scripts'))
  await writeFile(join(root, 'scripts', 'cairn.mjs'), '')
  expect(stdioCommand('/my store', root)).toEqual({
    command: process.execPath,
    args: [join(root, 'scripts', 'cairn.mjs'), 'mcp', '--store', '/my store'],
  })
  expect(stdioCommand('/my store')?.args[0]).toMatch(/scripts.cairn\.mjs$/u)
})
