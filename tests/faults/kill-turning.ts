import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { builtEntry } from '../built-entry'

const resources = resolve(import.meta.dirname, '../../resources')

interface Turning {
  readonly passphrase: string
  /** Which turn, counted from 1. */
  readonly turn: number
  readonly ms: number
}

/** Turns encryption on and off, and kills that so many milliseconds after the given turn was acknowledged: its work has just begun. Tells how the last turn went. */
export async function killWhileTurning(
  store: string,
  { passphrase, turn, ms }: Turning,
): Promise<'on' | 'off' | undefined> {
  const child = spawn(process.execPath, [builtEntry('fault-child'), 'encrypt', store, resources], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, CAIRN_TEST_PASSPHRASE: passphrase },
  })
  let told = ''
  let isTimed = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text
    if (isTimed || told.split('"on"').length - 1 < turn) return
    isTimed = true
    setTimeout(() => child.kill('SIGKILL'), ms)
  })
  await new Promise((done) => child.on('close', done))
  const last = told.split('\n').findLast((line) => line.includes('"on"'))
  return last === undefined ? undefined : last.includes('true') ? 'on' : 'off'
}
