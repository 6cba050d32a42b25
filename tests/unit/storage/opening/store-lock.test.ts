import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../../rounds'
import { takeLock } from '@engine/storage/opening/store-lock'
import { thisProcess } from '@engine/storage/opening/process-identity'
import { buildScript, startScript } from '../child-process'
import { temporaryFolder } from '../store-fixture'

const now = () => Date.parse('2026-01-02T03:04:05Z')

const holdLock = `
  import { takeLock } from './lock.mjs'
  const [folder] = process.argv.slice(2)
  try {
    await takeLock(folder, folder + '/tmp', Date.now)
    console.log('taken')
  } catch (error) {
    console.log(error.code)
  }
  setInterval(() => undefined, 1000)
`

describe('the writer lock', () => {
  it('keeps a second process out, names the first, and is taken over at once when that is killed', async () => {
    const folder = await lockFolder()
    const script = await buildScript(holdLock)
    const first = startScript(script, folder)
    expect(await first.line()).toBe('taken')
    const refused = await takeLock(folder, join(folder, 'tmp'), now).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'STORE_LOCKED' })
    expect(String(refused)).toContain(String(first.process.pid))
    expect(String(refused)).toMatch(/since \d{4}-\d\d-\d\dT/)
    await first.kill()
    const lock = await takeLock(folder, join(folder, 'tmp'), now)
    await lock.release()
    expect(await readdir(folder)).toEqual(['tmp'])
  })

  it('goes to exactly one of several processes that take over a dead one (bug: two writers)', async () => {
    const script = await buildScript(holdLock)
    for (let round = 0; round < rounds(2, 10); round += 1) {
      const folder = await lockFolder()
      await writeFile(join(folder, 'lock'), JSON.stringify(deadOwner()))
      const children = Array.from({ length: 4 }, () => startScript(script, folder))
      const outcomes = await Promise.all(children.map((child) => child.line()))
      expect(outcomes.sort()).toEqual(['STORE_LOCKED', 'STORE_LOCKED', 'STORE_LOCKED', 'taken'])
      for (const child of children) await child.kill()
    }
  })

  it('goes to exactly one of many contenders within a process', async () => {
    const folder = await lockFolder()
    await writeFile(join(folder, 'lock'), JSON.stringify(deadOwner()))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => takeLock(folder, join(folder, 'tmp'), now)),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  })

  it('is taken over from a process whose number was given to another one (bug: locked out after a restart)', async () => {
    const folder = await lockFolder()
    await writeFile(
      join(folder, 'lock'),
      JSON.stringify({ ...deadOwner(), pid: process.pid, started: 'another-boot:1' }),
    )
    await (await takeLock(folder, join(folder, 'tmp'), now)).release()
  })

  it('is taken over when a takeover itself was killed half-way, and from an unreadable file', async () => {
    const folder = await lockFolder()
    const dead = deadOwner()
    await writeFile(join(folder, 'lock'), JSON.stringify(dead))
    await writeFile(join(folder, `lock.${dead.nonce}`), JSON.stringify({ ...dead, nonce: 'b'.repeat(24) }))
    await (await takeLock(folder, join(folder, 'tmp'), now)).release()
    await writeFile(join(folder, 'lock'), '')
    await (await takeLock(folder, join(folder, 'tmp'), now)).release()
    expect(await readdir(folder)).toEqual(['tmp'])
  })

  it('of another computer is respected, with words on what to do', async () => {
    const folder = await lockFolder()
    await writeFile(join(folder, 'lock'), JSON.stringify({ ...deadOwner(), machine: 'elsewhere' }))
    await expect(takeLock(folder, join(folder, 'tmp'), now)).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      action: expect.stringContaining('delete the file') as unknown,
    })
  })

  it('is not released by one who no longer holds it', async () => {
    const folder = await lockFolder()
    const lock = await takeLock(folder, join(folder, 'tmp'), now)
    await writeFile(join(folder, 'lock'), JSON.stringify(deadOwner()))
    await lock.release()
    expect(await readFile(join(folder, 'lock'), 'utf8')).toContain('"nonce"')
  })
})

/** A process on this machine that cannot be running: no process has number 2^22, the highest Linux gives, plus one. */
function deadOwner() {
  return { ...thisProcess(), pid: 4_194_305, started: 'boot:1', since: '2026-01-01T00:00:00Z', nonce: 'a'.repeat(24) }
}

async function lockFolder(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'tmp'))
  return folder
}
