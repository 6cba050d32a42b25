import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { startS3Server } from '../support/s3-server'

const resources = resolve(import.meta.dirname, '../../resources')

let server: Awaited<ReturnType<typeof startS3Server>>
let folder = ''
let made = 0
const opened: Engine[] = []

beforeAll(async () => {
  server = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'cairn-shared-'))
})

beforeEach(() => {
  made += 1
  for (const [key, value] of Object.entries(server.environment)) vi.stubEnv(key, value)
})

afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close()
  vi.unstubAllEnvs()
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** An engine of its own machine, as far as it can tell, on the library of this test. */
async function open(machine: string, library = `s3://team/library-${made}`): Promise<Engine> {
  const options = { folder: join(folder, `${machine}-${made}`), library, resources, libraryTimes: { lastsMs: 2000 } }
  const engine = await createEngine(options)
  opened.push(engine)
  return engine
}

async function addFile(engine: Engine, name: string, text: string): Promise<void> {
  const files = join(folder, `files-${made}`)
  await mkdir(files, { recursive: true })
  await writeFile(join(files, name), text)
  for await (const event of engine.ingest({ paths: [join(files, name)] })) {
    if (event.type === 'error') throw new Error(event.error.message)
  }
}

async function ask(engine: Engine, question: string): Promise<string> {
  let said = ''
  for await (const event of engine.ask({ question })) if (event.type === 'final') said = JSON.stringify(event)
  return said
}

test('what one has added, another finds within two seconds (bug: a reader keeps to what it opened with)', async () => {
  const anna = await open('anna')
  const bert = await open('bert')
  await addFile(anna, 'hut.md', '# The hut\n\nThe stone hut on the pass was opened in 1911 by Greta Lind.')
  await vi.waitFor(() => expect(bert.listDocuments({})).toHaveLength(1), { timeout: 2000 })
  expect(await ask(bert, 'Who opened the stone hut?')).toContain('Greta Lind')
})
