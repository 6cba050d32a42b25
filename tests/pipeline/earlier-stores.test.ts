import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { expect, onTestFinished, test } from 'vitest'
import { createEngine } from '@engine/engine'
import { readStoreDescription } from '@engine/storage/files/store-file'

const root = resolve(import.meta.dirname, '../..')

async function unpacked(fixture: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-earlier-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const archive = createReadStream(join(root, 'tests/fixtures/stores', fixture)).pipe(createGunzip())
  for await (const entry of archive.pipe(extract())) {
    const path = join(folder, entry.header.name)
    if (entry.header.type === 'directory') await mkdir(path, { recursive: true })
    const bytes = await buffer(entry)
    if (entry.header.type !== 'file') continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  return folder
}

// A store each that the last program of that version wrote: two documents and a question of one.
test.each([1, 2])('a store of version %i opens whole, and goes on', async (version) => {
  const folder = await unpacked(`version-${version}.tar.gz`)
  expect((await readStoreDescription(folder))?.schema_version).toBe(version)
  const engine = await createEngine({ folder, resources: join(root, 'resources') })
  onTestFinished(() => engine.close())
  expect(await engine.check()).toMatchObject({ ok: true, counts: { documents: 2, chunks: 2, sessions: 1 } })
  const [session] = await engine.listSessions()
  let answer = ''
  for await (const event of engine.ask({ question: 'What colour is the valve?', session_id: session?.id ?? '' })) {
    if (event.type === 'final') answer = event.response
  }
  expect(answer).toContain('red')
  expect((await engine.getSession(session?.id ?? '')).session.messages.length).toBe(4)
})
