import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openStore } from '@engine/storage/opening/open-store'
import type { Store } from '@engine/storage/store'
import { builtEntry } from '../built-entry'

const resources = resolve(import.meta.dirname, '../../resources')

interface Turning {
  readonly passphrase: string
  /** Which turn, counted from 1; 0 for going on with what was left. */
  readonly turn: number
  /** Milliseconds after it was acknowledged, or what is to be so. */
  readonly at: number | (() => boolean)
}

/** Turns encryption on and off, and kills that at a moment after the given turn was acknowledged: its work has just begun. Tells how the last turn went. */
export async function killWhileTurning(
  store: string,
  { passphrase, turn, at }: Turning,
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
    const kill = () => child.kill('SIGKILL')
    if (typeof at === 'number') setTimeout(kill, at)
    else {
      const looking = setInterval(() => at() && kill(), 1)
      child.on('close', () => clearInterval(looking))
    }
  })
  await new Promise((done) => child.on('close', done))
  const last = told.split('\n').findLast((line) => line.includes('"on"'))
  return last === undefined ? undefined : last.includes('true') ? 'on' : 'off'
}

/** A store as the engine opens it, but nothing that is missing is added again, and turning it does not go on by itself. */
export async function openedInTurning(folder: string, passphrase: string): Promise<Store> {
  const { embedder_id, dimensions } = JSON.parse(await readFile(join(folder, 'store.json'), 'utf8')) as {
    embedder_id: string
    dimensions: number
  }
  const unlock = { passphrase: () => Promise.resolve(passphrase) }
  return openStore(folder, { embedderId: embedder_id, dimensions, unlock })
}
