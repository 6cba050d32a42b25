import { type ChildProcess, spawn } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { bundle } from '../../bundle'
import { temporaryFolder } from './store-fixture'

const root = resolve(import.meta.dirname, '../../..')

/** Builds the storage room as JavaScript, so that another process can run it, and writes `script` beside it. */
export async function buildScript(script: string): Promise<string> {
  const folder = await temporaryFolder()
  await bundle(
    { open: 'electron/engine/storage/opening/open-store.ts', lock: 'electron/engine/storage/opening/store-lock.ts' },
    folder,
  )
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'script.mjs'), script)
  return join(folder, 'script.mjs')
}

/** A started script, the lines it prints, and a way to kill it as a power cut would. */
export interface Child {
  readonly process: ChildProcess
  line(): Promise<string>
  kill(): Promise<void>
}

export function startScript(script: string, ...parameters: string[]): Child {
  const child = spawn(process.execPath, [script, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const lines: string[] = []
  const waiting: ((line: string) => void)[] = []
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      const next = waiting.shift()
      if (next) next(line)
      else lines.push(line)
    }
  })
  return {
    process: child,
    line: () => {
      const line = lines.shift()
      return line === undefined ? new Promise((done) => waiting.push(done)) : Promise.resolve(line)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
