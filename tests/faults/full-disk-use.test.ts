import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import { looks } from '../rounds'
import { encrypt, unlock } from './kill-turning'

const resources = resolve(import.meta.dirname, '../../resources')

async function collect(events: AsyncIterable<CairnEvent>): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

/** A disk of its own; undefined where none can be mounted. */
async function smallDisk(megabytes: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-full-'))
  const disk = join(folder, 'disk')
  await mkdir(disk)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk])
  onTestFinished(async () => {
    if (status === 0) execFileSync('umount', ['--lazy', disk])
    await rm(folder, { recursive: true, force: true })
  })
  return status === 0 ? disk : undefined
}

async function fill(disk: string, name: string): Promise<number> {
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, name)}`, 'bs=4k'])
  return (await statfs(disk)).bavail
}

// Catches a full disk on which nothing can be read or deleted any more, so that no space can ever be made.
test.for(looks(['in clear', 'encrypted'], 0))(
  'with no byte free documents are listed, read, asked and deleted, also after a restart (%s)',
  async (form, context) => {
    const disk = await smallDisk(64)
    if (!disk) return context.skip()
    const files = join(disk, '..', 'files')
    await mkdir(files)
    const line = (at: number, n: number) => `The gauge ${n} at weir ${at} read forty ${n * at} centimetres that day.`
    for (let at = 0; at < 6; at += 1) {
      const lines = Array.from({ length: 200 }, (_, n) => line(at, n))
      await writeFile(join(files, `n${at}.md`), `# Note ${at}\n\n${lines.join('\n')}\n`)
    }
    const open = () => createEngine({ folder: join(disk, 'store'), resources, ...unlock })
    let engine = await open()
    onTestFinished(() => engine.close())
    await collect(engine.ingest({ paths: [files] }))
    if (form === 'encrypted') await encrypt(engine)
    const use = async (gone: string) => {
      const [first] = engine.listDocuments({})
      expect((await engine.readDocument(first?.id ?? '')).text).toContain('gauge')
      const answered = await collect(
        engine.ask({ question: 'What did gauge 7 at weir 2 read?', session_id: 's', search_anyway: true }),
      )
      expect(answered.at(-1)).toMatchObject({ type: 'final' })
      const doomed = engine.listDocuments({}).find(({ name }) => name === gone)
      expect(await engine.deleteDocuments([doomed?.id ?? ''])).toEqual([doomed?.id])
      // Its rows are gone for searches, too.
      const found = await engine.searchPassages({ query: 'What did gauge 7 read?', limit: 50 })
      expect(JSON.stringify(found)).not.toContain(gone)
      expect(JSON.stringify(found)).toContain('n2.md')
    }
    expect(await fill(disk, 'ballast')).toBe(0)
    await use('n0.md')
    await engine.close()
    for (const gone of ['n1.md', 'n3.md']) {
      await fill(disk, `ballast-${gone}`)
      engine = await open()
      await use(gone)
      await engine.close()
    }
    spawnSync('sh', ['-c', `rm ${disk}/ballast*`])
    engine = await open()
    expect(engine.listDocuments({}).map(({ name }) => name)).toEqual(['n2.md', 'n4.md', 'n5.md'])
    expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
  },
)
