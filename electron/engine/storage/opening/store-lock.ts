import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { CairnError, hasCode } from '@shared/errors'
import { temporaryPath } from '../files/durable-file'
import { isRunning, thisProcess } from './process-identity'

const LockContent = z.object({
  machine: z.string(),
  pid: z.number().int(),
  started: z.string(),
  /** ISO time at which the lock was taken, for the message only. */
  since: z.string(),
  /** Different for every lock ever taken. */
  nonce: z.string().regex(/^[0-9a-f]{24}$/),
})
type LockContent = z.infer<typeof LockContent>

export interface StoreLock {
  release(): Promise<void>
}

const attempts = 200
const pauseMs = 10

/**
 * Takes the store's writer lock, at once even where its owner was killed. Throws STORE_LOCKED where a running process
 * holds it. The lock file appears with its whole content (a hard link), so nobody ever reads half of one.
 */
export async function takeLock(folder: string, temporaryFolder: string, now: () => number): Promise<StoreLock> {
  const path = join(folder, 'lock')
  const mine: LockContent = {
    ...thisProcess(),
    since: new Date(now()).toISOString(),
    nonce: randomBytes(12).toString('hex'),
  }
  await acquire(path, mine, temporaryFolder)
  return {
    release: async () => {
      const content = await readLock(path)
      if (content !== 'missing' && content !== 'unreadable' && content.nonce === mine.nonce)
        await rm(path, { force: true })
    },
  }
}

/**
 * A stale lock is replaced only by whoever holds the lock on its nonce, `lock.<nonce>`; that in turn is taken by this
 * same function, so a process killed in the middle of a takeover leaves nothing that the next one cannot take over.
 */
async function acquire(path: string, mine: LockContent, temporaryFolder: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await createLinked(path, mine, temporaryFolder)) return
    const owner = await readLock(path)
    if (owner === 'missing') continue
    if (owner !== 'unreadable' && isRunning(owner)) throw lockedBy(owner, path)
    const generation = owner === 'unreadable' ? 'unreadable' : owner.nonce
    if (await takeOver(path, mine, generation, temporaryFolder)) return
    await wait(pauseMs)
  }
  throw new CairnError(
    'STORE_LOCKED',
    `The store's lock ${path} could not be taken: other processes keep taking it.`,
    'Close other running copies of Cairn and try again.',
  )
}

async function takeOver(
  path: string,
  mine: LockContent,
  generation: string,
  temporaryFolder: string,
): Promise<boolean> {
  const guard = `${path}.${generation.slice(0, 24)}`
  const guardContent = { ...mine, nonce: randomBytes(12).toString('hex') }
  try {
    await acquire(guard, guardContent, temporaryFolder)
  } catch (error) {
    // Another process is taking over right now: look again at who holds the lock then.
    if (error instanceof CairnError && error.code === 'STORE_LOCKED') return false
    throw error
  }
  try {
    const current = await readLock(path)
    const unchanged =
      current === 'unreadable' ? generation === 'unreadable' : current !== 'missing' && current.nonce === generation
    if (!unchanged) return false
    const temporary = temporaryPath(temporaryFolder)
    await writeFile(temporary, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
    await rename(temporary, path)
    return true
  } finally {
    await rm(guard, { force: true })
  }
}

async function createLinked(path: string, content: LockContent, temporaryFolder: string): Promise<boolean> {
  const temporary = temporaryPath(temporaryFolder)
  try {
    await writeFile(temporary, JSON.stringify(content), { flag: 'wx', mode: 0o600 })
    await link(temporary, path)
    return true
  } catch (error) {
    // ENOENT: the owner emptied the temporary folder between our two steps.
    if (hasCode(error, 'EEXIST', 'ENOENT')) return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

async function readLock(path: string): Promise<LockContent | 'missing' | 'unreadable'> {
  try {
    const parsed = LockContent.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return parsed.success ? parsed.data : 'unreadable'
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'missing'
    if (error instanceof SyntaxError) return 'unreadable'
    throw error
  }
}

function lockedBy(owner: LockContent, path: string): CairnError {
  const mine = thisProcess()
  if (owner.machine !== mine.machine) {
    return new CairnError(
      'STORE_LOCKED',
      `Another computer (process ${owner.pid} on ${owner.machine}) has had this store open since ${owner.since}.`,
      `Close Cairn there. If that computer no longer uses this store, delete the file ${path} and try again.`,
    )
  }
  const who = owner.pid === mine.pid ? `This same process (${owner.pid})` : `Another Cairn (process ${owner.pid})`
  return new CairnError(
    'STORE_LOCKED',
    `${who} has had this store open since ${owner.since}.`,
    'Use that one, or close it and try again.',
  )
}

/** Takes the lock of a models folder, as that of a store. Throws CairnError STORE_LOCKED, or what keeps it from being made. */
export async function lockModels(folder: string): Promise<StoreLock> {
  const temporary = join(folder, '.lock-files')
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  return takeLock(folder, temporary, Date.now)
}
