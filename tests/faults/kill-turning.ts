import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, vi } from 'vitest'
import type { Engine } from '@engine/ports/engine-interface'
import { openStore } from '@engine/storage/opening/open-store'
import type { Store } from '@engine/storage/store'
import { builtEntry } from '../built-entry'

const resources = resolve(import.meta.dirname, '../../resources')

export const passphrase = 'pelican lamp 铁塔'
/** What opens a store that was encrypted here. */
export const unlock = { passphrase: () => Promise.resolve(passphrase) }

/** Waits until a store is not being written anew any more. */
export const whenTurned = (engine: Pick<Engine, 'encryption'>) =>
  vi.waitFor(async () => expect((await engine.encryption.state()).work).toBeNull(), { timeout: 120_000 })

/** Turns encryption on, and waits until everything is sealed. */
export async function encrypt(engine: Pick<Engine, 'encryption'>): Promise<void> {
  await engine.encryption.turnOn({ passphrase, keep: false })
  await whenTurned(engine)
}

interface Turning {
  /** Which turn, counted from 1; 0 for going on with what was left. */
  readonly turn: number
  /** Milliseconds after it was acknowledged, or what is to be so. */
  readonly at: number | (() => boolean)
}

/** Turns encryption on and off, and kills that at a moment after the given turn was acknowledged: its work has just begun. Tells how the last turn went. */
export async function killWhileTurning(store: string, { turn, at }: Turning): Promise<'on' | 'off' | undefined> {
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
      const looking = setInterval(() => at() && kill(), 3)
      child.on('close', () => clearInterval(looking))
    }
  })
  await new Promise((done) => child.on('close', done))
  const last = told.split('\n').findLast((line) => line.includes('"on"'))
  return last === undefined ? undefined : last.includes('true') ? 'on' : 'off'
}

/** A store as the engine opens it, but nothing that is missing is added again, and turning it does not go on by itself. */
export async function openedInTurning(folder: string): Promise<Store> {
  const { embedder_id, dimensions } = JSON.parse(await readFile(join(folder, 'store.json'), 'utf8')) as {
    embedder_id: string
    dimensions: number
  }
  return openStore(folder, { embedderId: embedder_id, dimensions, unlock })
}
