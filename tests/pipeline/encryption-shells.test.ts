import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtCli, ensureBuilt } from '../../scripts/build.mjs'

const passphrase = 'pelican lamp 铁塔'
let scratch = ''
let store = ''

beforeAll(async () => {
  await ensureBuilt()
  scratch = await mkdtemp(join(tmpdir(), 'cairn-encryption-shells-'))
  store = join(scratch, 'store')
}, 300_000)
afterAll(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }))

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs a command as a person would; one that goes on for ever is ended once it has printed `until`. */
function cairn(
  args: readonly string[],
  given: { passphrase?: string; input?: string; until?: RegExp } = {},
): Promise<Ended> {
  const { CAIRN_STORE_PASSPHRASE: _, ...env } = process.env
  const child = spawn(process.execPath, [builtCli, ...args, '--store', store], {
    stdio: 'pipe',
    env: { ...env, LANG: 'en_US.UTF-8', ...(given.passphrase && { CAIRN_STORE_PASSPHRASE: given.passphrase }) },
  })
  let [out, err] = ['', '']
  child.stdin.end(given.input ?? '')
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    if (given.until?.test(out) === true) child.kill('SIGINT')
  })
  return new Promise((done) => child.once('close', (code) => done({ code, out, err })))
}

// Would catch a shell that does not hand on what the environment gives, or reads it from an input that is the command's own.
test('a command and the server open an encrypted store with the passphrase of the environment, and with no other', async () => {
  await cairn(['ask', 'Who opened the heron hut?', '--anyway'])
  const on = await cairn(['encrypt', 'on'], { input: `${passphrase}\n` })
  expect(on).toMatchObject({ code: 0, out: expect.stringContaining('The data folder is encrypted') as string })

  const without = await cairn(['sessions'], { input: `${passphrase}\n` })
  expect(without).toMatchObject({ code: 1, err: expect.stringContaining('CAIRN_STORE_PASSPHRASE') as string })
  const wrong = await cairn(['sessions'], { passphrase: 'another passphrase' })
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('does not open') as string })
  const right = await cairn(['sessions'], { passphrase })
  expect(right).toMatchObject({ code: 0, out: expect.stringContaining('heron hut') as string })

  expect(await cairn(['serve'])).toMatchObject({ code: 1 })
  const served = await cairn(['serve'], { passphrase, until: /open\?token=/u })
  expect(served).toMatchObject({ code: 0, out: expect.stringContaining('Cairn is ready') as string })
  expect(`${on.out}${on.err}${wrong.err}${served.out}${served.err}`).not.toContain('pelican')

  expect(await cairn(['encrypt', 'off'], { passphrase })).toMatchObject({ code: 0 })
  expect(await cairn(['sessions'])).toMatchObject({ code: 0, out: expect.stringContaining('heron hut') as string })
}, 300_000)
