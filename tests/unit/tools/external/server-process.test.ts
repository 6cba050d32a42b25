import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareEnvironment, findProgram } from '@engine/tools/external/connection/bare-environment'
import { startServerProcess } from '@engine/tools/external/connection/server-process'
import { bundle } from '../../../bundle'
import { isAlive, until } from '../../../fakes/external-tools-kit'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-server-process-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Prints its own number and its child's; neither heeds SIGTERM nor the end of its input. */
const stubborn = `
  const { spawn } = require('node:child_process')
  process.on('SIGTERM', () => undefined)
  const idle = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)"
  const child = spawn(process.execPath, ['-e', idle], { stdio: 'ignore' })
  process.stdout.write(process.pid + ' ' + child.pid + '\\n')
  setInterval(() => undefined, 1000)
`

describe.skipIf(process.platform === 'win32')('the process of a server', () => {
  const start = (script: string) =>
    startServerProcess({ program: process.execPath, args: ['-e', script], env: { A: 'b c' }, cwd: folder })

  test('is the program itself, with its arguments, environment and folder as they are', async () => {
    const server = await start(
      'process.stdout.write(JSON.stringify([process.pid, process.env.A, process.cwd(), process.argv0]))',
    )
    let said = ''
    server.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    expect(await server.ended).toBe('exit code 0')
    expect(server.howItEnded).toBe('exit code 0')
    expect(JSON.parse(said)).toEqual([server.pid, 'b c', folder, process.execPath])
    await server.close()
  })

  test('that heeds nothing is ended with its children all the same', async () => {
    const server = await start(stubborn)
    const pids = await numbersOf(server.stdout)
    await server.close()
    await until(() => !pids.some(isAlive))
    expect(server.howItEnded).toBe('SIGKILL')
  })

  test('that ends by itself takes along what it left behind', async () => {
    const server = await start(
      stubborn.replace('setInterval(() => undefined, 1000)\n', 'setTimeout(() => process.exit(4), 20)\n'),
    )
    const pids = await numbersOf(server.stdout)
    expect(await server.ended).toBe('exit code 4')
    await until(() => !pids.some(isAlive))
  })

  // Would catch servers that go on for ever after Cairn has crashed or was killed.
  test('ends with Cairn, also when Cairn is killed', async () => {
    await bundle({ process: 'electron/engine/tools/external/connection/server-process.ts' }, folder)
    const script = join(folder, 'cairn.mjs')
    await writeFile(
      script,
      `import { startServerProcess } from ${JSON.stringify(pathToFileURL(join(folder, 'process.mjs')).href)}
       const args = ['-e', ${JSON.stringify(stubborn)}]
       const server = await startServerProcess({ program: process.execPath, args, env: {}, cwd: process.cwd() })
       server.stdout.pipe(process.stdout)
       setInterval(() => undefined, 1000)`,
    )
    const cairn: ChildProcess = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    if (!cairn.stdout) throw new Error('It has no output.')
    const pids = await numbersOf(cairn.stdout)
    expect(pids.map(isAlive)).toEqual([true, true])
    cairn.kill('SIGKILL')
    await until(() => !pids.some(isAlive))
  })
})

describe('the environment of a server', () => {
  test('has nothing of Cairn’s own, and what was set for it', () => {
    const env = {
      PATH: '/bin',
      HOME: '/home/me',
      OPENAI_API_KEY: 'sk-1',
      LANG: 'zh_CN.UTF-8',
      NODE_OPTIONS: '--inspect',
    }
    expect(bareEnvironment({ platform: 'linux', env }, '/store/x', { TOKEN: 't', HOME: '/home/me' })).toEqual({
      PATH: '/bin',
      LANG: 'zh_CN.UTF-8',
      TMPDIR: '/store/x',
      HOME: '/home/me',
      TOKEN: 't',
    })
    expect(bareEnvironment({ platform: 'darwin', env }, '/store/x', {})['PATH']).toContain('/opt/homebrew/bin')
    const windows = bareEnvironment(
      { platform: 'win32', env: { Path: 'C:\\x', SYSTEMROOT: 'C:\\Windows' } },
      'C:\\store',
      {},
    )
    expect(windows).toMatchObject({
      PATH: 'C:\\x',
      SYSTEMROOT: 'C:\\Windows',
      USERPROFILE: 'C:\\store',
      TEMP: 'C:\\store',
    })
  })

  test.skipIf(process.platform === 'win32')('is where its program is looked for', async () => {
    const bin = join(folder, 'bin')
    await mkdir(bin)
    await writeFile(join(bin, 'tool'), '#!/bin/sh\n')
    await writeFile(join(bin, 'text'), 'no program')
    await chmod(join(bin, 'tool'), 0o755)
    const env = { PATH: ['/nowhere', bin].join(delimiter) }
    expect(await findProgram('tool', env, folder)).toBe(join(bin, 'tool'))
    expect(await findProgram('./bin/tool', env, folder)).toBe(join(bin, 'tool'))
    expect(await findProgram(join(bin, 'tool'), { PATH: '' }, '/')).toBe(join(bin, 'tool'))
    for (const command of ['text', 'none', 'bin', './bin']) {
      await expect(findProgram(command, env, folder), command).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' })
    }
    // A folder that is not absolute depends on where Cairn was started.
    await expect(findProgram('tool', { PATH: 'bin' }, folder)).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' })
  })
})

async function numbersOf(stream: NodeJS.ReadableStream): Promise<number[]> {
  let said = ''
  stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await until(() => said.includes('\n'))
  return said.trim().split(' ').map(Number)
}
