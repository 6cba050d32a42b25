import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'

const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
const isRoot = process.getuid?.() === 0

/** Documents of 30 kB, of which the disk has room for the first five and this many bytes of the others. */
const count = 30
const room = 3 * 1024 * 1024

let folder = ''
const mounted: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-disk-'))
})

afterAll(async () => {
  for (const disk of mounted) execFileSync('umount', ['--lazy', disk])
  await rm(folder, { recursive: true, force: true })
})

async function collect(events: AsyncIterable<CairnEvent>): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

function mountDisk(disk: string, megabytes: number): boolean {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk])
  if (status === 0) mounted.push(disk)
  else console.warn('Skipped: a small disk cannot be mounted here, so a full one was not tried.')
  return status === 0
}

describe('a full disk', () => {
  // Catches a write error that loses what was acknowledged, that ends as INTERNAL, or that stays after space is freed.
  test('is said in words, loses nothing that was ready, and everything works again once there is space', async (context) => {
    // Of its own each time, so that a second try begins as the first one.
    const [disk, files] = [await mkdtemp(join(folder, 'disk-')), await mkdtemp(join(folder, 'files-'))]
    if (!isRoot || !mountDisk(disk, 16)) return context.skip()
    const ballast = join(disk, 'ballast')
    const line = (at: number, n: number) => `The gauge ${n} at weir ${at} read forty ${n * at} centimetres that day.`
    const lines = Array.from({ length: 400 }, (_, n) => n)
    const write = (at: number) =>
      writeFile(join(files, `n${at}.md`), `# Note ${at}\n\n${lines.map((n) => line(at, n)).join('\n')}\n`)
    for (let at = 0; at < 5; at += 1) await write(at)

    const open = () => createEngine({ folder: join(disk, 'store'), resources })
    let engine = await open()
    try {
      await collect(engine.ingest({ paths: [files] }))
      const before = engine.listDocuments({ statuses: ['ready'] }).map(({ id, live }) => ({ id, live }))
      expect(before.length).toBe(5)
      const ready = new Set<string>()

      for (let at = 5; at < count; at += 1) await write(at)
      // Room for some of them, and never for all.
      const { bavail, bsize } = await statfs(disk)
      spawnSync('dd', [
        'if=/dev/zero',
        `of=${ballast}`,
        'bs=64k',
        `count=${Math.floor((bavail * bsize - room) / 65_536)}`,
      ])
      const job = (async () => {
        for await (const event of engine.ingest({ paths: [files] }))
          if (event.type === 'progress' && event.document?.status === 'ready') ready.add(event.document.id)
      })()
      await expect(job).rejects.toMatchObject({ code: 'DISK_FULL', action: expect.stringContaining('Free') as string })
      for (const document of engine.listDocuments({ statuses: ['failed'] }))
        expect(document.error?.code).toBe('DISK_FULL')
      const live = new Map(engine.listDocuments({}).map((document) => [document.id, document.live]))
      for (const known of before) expect(live.get(known.id)).toEqual(known.live)
      for (const id of ready) expect(live.get(id)).not.toBeNull()

      const upload = (async function* () {
        for (let n = 0; n < 32; n += 1) yield await Promise.resolve(Buffer.alloc(1024 * 1024))
      })()
      await expect(engine.receiveFile('large.bin', upload)).rejects.toMatchObject({ code: 'DISK_FULL' })
      // What did not fit must not go on taking the space that others need.
      expect(existsSync(join(disk, 'store/inbox'))).toBe(false)
      // The job ends with its first error; what else it was writing is cleared away a moment later.
      await expect
        .poll(() => readdirSync(join(disk, 'store/tmp')).filter((name) => /^[0-9a-f]{24}$/u.test(name)), {
          timeout: 30_000,
        })
        .toEqual([])

      // Nothing at all fits any more: neither a turn nor a fresh start may do harm.
      spawnSync('dd', ['if=/dev/zero', `of=${ballast}-2`, 'bs=64k'])
      const last = (await collect(engine.ask({ question: 'What did gauge 7 at weir 2 read?', session_id: 's' }))).at(-1)
      expect(last?.type === 'error' ? last.error.code : last?.type).toMatch(/^(?:DISK_FULL|final)$/u)
      await engine.close()
      const reopened = await open().catch((thrown: unknown) => thrown)
      if (reopened instanceof Error) expect(reopened).toMatchObject({ code: 'DISK_FULL' })
      else await (reopened as typeof engine).close()

      for (const file of [ballast, `${ballast}-2`]) await rm(file)
      execFileSync('mount', ['-o', 'remount,size=400m', disk])
      engine = await open()
      const after = new Map(engine.listDocuments({}).map((document) => [document.id, document.live]))
      for (const known of before) expect(after.get(known.id)?.content_hash).toBe(known.live?.content_hash)
      for (const id of ready) expect(after.get(id)).not.toBeNull()
      await collect(engine.ingest({ paths: [files] }))
      expect(engine.listDocuments({}).map(({ status, error }) => ({ status, error }))).toEqual(
        Array.from({ length: count }, () => ({ status: 'ready', error: null })),
      )
      expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
      const answered = await collect(engine.ask({ question: 'What did gauge 7 at weir 2 read?', search_anyway: true }))
      expect(answered.at(-1)?.type).toBe('final')
    } finally {
      await engine.close()
    }
  })
})

describe('a user without permission', () => {
  /** Runs the built command line as nobody; root may read and write everything, so it would prove nothing. */
  function asNobody(store: string, ...args: string[]) {
    const cli = join(root, 'out/main/cli.js')
    const command = [
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      process.execPath,
      cli,
      ...args,
      '--store',
      store,
    ]
    const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', LANG: 'en_US.UTF-8' }
    return spawnSync('setpriv', command, { encoding: 'utf8', env, cwd: '/' })
  }

  // Catches a permission problem that is reported as a bug, as a missing file, or not at all.
  test('cannot read a closed file or write a closed store, and is told so', async (context) => {
    spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--if-stale'])
    const isAble = isRoot && existsSync(join(root, 'out/main/cli.js')) && asNobody('/tmp', '--version').status === 0
    if (!isAble) {
      console.warn('Skipped: the command line cannot be run as another user here.')
      return context.skip()
    }
    chmodSync(folder, 0o755)
    const files = join(folder, 'guarded')
    const store = join(folder, 'open')
    await mkdir(join(files, 'closed'), { recursive: true })
    await mkdir(store)
    await chmod(store, 0o777)
    await copyFile(join(resources, 'sample/station-handbook.md'), join(files, 'good.md'))
    await chmod(join(files, 'good.md'), 0o644)
    await writeFile(join(files, 'secret.md'), 'Nobody may read this.')
    await chmod(join(files, 'secret.md'), 0o600)
    await chmod(join(files, 'closed'), 0o700)

    const added = asNobody(store, 'ingest', files)
    expect(added.status).toBe(1)
    expect(added.stdout + added.stderr).toMatch(/ready +1/u)
    expect(added.stderr).toMatch(/✗ secret\.md: Cairn may not read/u)
    expect(added.stderr).toMatch(/✗ closed: Cairn may not read/u)
    expect(added.stderr).not.toMatch(/INTERNAL|went wrong inside|\n\s+at /u)

    execFileSync('chown', ['-R', '0:0', store])
    execFileSync('chmod', ['-R', 'a=rX,u+w', store])
    for (const args of [
      ['ask', 'Who runs the station?'],
      ['ingest', files],
    ]) {
      const refused = asNobody(store, ...args)
      expect({ args, status: refused.status }).toEqual({ args, status: 1 })
      expect(refused.stderr).toMatch(/may not|read-only/u)
      expect(refused.stderr).not.toMatch(/INTERNAL|went wrong inside|\n\s+at /u)
    }
    const unmade = asNobody(join(folder, 'guarded/closed/store'), 'ask', 'Who?')
    expect(unmade.status).toBe(1)
    expect(unmade.stderr).toMatch(/may not/u)
  })
})
