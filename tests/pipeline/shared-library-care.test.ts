import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { reportedError } from '@shared/errors'
import { looks } from '../rounds'
import { startS3Server } from '../support/s3-server'

const resources = resolve(import.meta.dirname, '../../resources')

let server: Awaited<ReturnType<typeof startS3Server>>
let folder = ''
let made = 0
const opened: Engine[] = []

beforeAll(async () => {
  server = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'cairn-care-'))
})
beforeEach(() => {
  made += 1
  for (const [key, value] of Object.entries(server.environment)) vi.stubEnv(key, value)
})
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const prefix = () => `care-${made}`
const storeOf = (machine: string) => join(folder, `${machine}-${made}`)

async function open(machine: string, library: string | null = `s3://team/${prefix()}`): Promise<Engine> {
  const engine = await createEngine({
    ...{ folder: storeOf(machine), library: library ?? undefined, resources, libraryTimes: { lastsMs: 4000 } },
    ...(process.env['SHOW'] && { log: (line: string) => process.stderr.write(`${machine}: ${line}\n`) }),
  })
  opened.push(engine)
  return engine
}

async function addFiles(engine: Engine, files: Readonly<Record<string, string>>): Promise<void> {
  const own = join(folder, `files-${made}`)
  await mkdir(own, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text)
  const paths = Object.keys(files).map((name) => join(own, name))
  for await (const event of engine.ingest({ paths })) if (event.type === 'error') throw reportedError(event.error)
}

async function ask(engine: Engine, question: string): Promise<string> {
  for await (const event of engine.ask({ question, search_anyway: true })) {
    if (event.type === 'final') return event.response
  }
  return ''
}

/** Of what this machine keeps of the library's files nothing is left. */
async function forgetFiles(machine: string): Promise<void> {
  const kept = await readdir(join(storeOf(machine), 'objects'), { recursive: true, withFileTypes: true })
  for (const entry of kept) if (entry.isFile()) await rm(join(entry.parentPath, entry.name))
}

const hut = '# The hut\n\nThe stone hut on the pass was opened in 1911 by Greta Lind.'

async function repair(engine: Engine): Promise<void> {
  for await (const event of engine.repair()) if (event.type === 'error') throw reportedError(event.error)
}

// Would catch a repair that mends this machine's copy alone, so that everybody else goes on with the damaged one.
test('damage to a file in the bucket is named by its document, and mended there from the file it was read from', async () => {
  const anna = await open('anna')
  await addFiles(anna, { 'hut.md': hut })
  expect(await anna.check()).toMatchObject({ ok: true, counts: { documents: 1, objects: 2 } })
  const { content_hash = '', live } = anna.listDocuments({})[0] ?? {}
  const bucket = server.bucket(prefix())
  const stored = (await bucket.list('objects/')).entries.map(({ key }) => key)
  const original = stored.find((key) => key.includes(content_hash)) ?? ''
  const structure = stored.find((key) => key.includes(live?.structure_object ?? '-')) ?? ''
  await bucket.put(original, new TextEncoder().encode('not what it was'))
  await bucket.delete(structure)
  await forgetFiles('anna')
  const { ok, problems } = await anna.check()
  expect([ok, problems.map(({ key, values }) => [key, values['name']])]).toEqual([
    false,
    [
      ['object_changed', 'hut.md'],
      ['object_missing', 'hut.md'],
    ],
  ])
  await repair(anna)
  await forgetFiles('anna')
  expect(await anna.check()).toMatchObject({ ok: true, problems: [] })
  const bert = await open('bert')
  expect(await bert.check()).toMatchObject({ ok: true, problems: [] })
  expect((await bert.readDocument(bert.listDocuments({})[0]?.id ?? '')).text).toContain('Greta Lind')
}, 120_000)

// Would catch rows that are counted when the tables are opened, and never again: all that came later was called missing.
test('a reader that stands open finds the library whole after others have added and deleted', async () => {
  const anna = await open('anna')
  await addFiles(anna, { 'hut.md': hut })
  const bert = await open('bert')
  expect(await bert.check()).toMatchObject({ ok: true, counts: { documents: 1, chunks: 1 } })
  await addFiles(anna, { 'mill.md': '# The mill\n\nThe water mill was built in 1843 by Johann Berg.' })
  await vi.waitFor(() => expect(bert.listDocuments({})).toHaveLength(2), { timeout: 30_000 })
  expect(await bert.check()).toMatchObject({ ok: true, problems: [], counts: { documents: 2, chunks: 2 } })
  await anna.deleteDocuments(bert.listDocuments({}).flatMap(({ id, name }) => (name === 'hut.md' ? [id] : [])))
  await vi.waitFor(() => expect(bert.listDocuments({})).toHaveLength(1), { timeout: 30_000 })
  expect(await bert.check()).toMatchObject({ ok: true, problems: [], counts: { documents: 1, chunks: 1 } })
}, 120_000)

/** Nothing of the rows in the bucket is as it was, nor of what this machine keeps of them. */
async function damageTables(machine?: string): Promise<void> {
  const bucket = server.bucket(prefix())
  const rows = (await bucket.list('lance-')).entries.filter(({ key }) => key.includes('/data/'))
  expect(rows.length).toBeGreaterThan(0)
  for (const { key } of rows) await bucket.put(key, new TextEncoder().encode('x'))
  if (machine) await rm(join(storeOf(machine), 'tables'), { recursive: true, force: true })
}

const keysOf = ({ problems }: { readonly problems: readonly { readonly key: string }[] }) =>
  problems.map(({ key }) => key)

// Would catch a rebuild, or a repair, that goes on in the damaged tables, which lie in no folder of this machine.
test.each(looks(['rebuild', 'repair'] as const, 1))(
  'search tables that cannot be read any more are made anew by a %s of who writes, for others as well',
  async (how) => {
    const anna = await open('anna')
    await addFiles(anna, { 'hut.md': hut })
    await damageTables('anna')
    expect(keysOf(await anna.check())).toEqual(['tables_unreadable'])
    for await (const event of anna[how]()) if (event.type === 'error') throw reportedError(event.error)
    expect(await anna.check()).toMatchObject({ ok: true, problems: [] })
    const bert = await open('bert')
    expect(await ask(bert, 'Who opened the stone hut?')).toContain('Greta Lind')
  },
  120_000,
)

/** Of what is asked for below a key with these words, the server or the network gives this. */
function stubTables(words: string, give: () => Response): void {
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', (target: URL | string, init?: RequestInit) =>
    String(target).includes(words) ? Promise.resolve().then(give) : plain(target, init),
  )
}
const denied = () => new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 })
const gone = () => {
  throw new TypeError('fetch failed')
}

// Would catch a library that nobody can open again, and one that every reader calls mended while it is not.
const ends: [string, string][] = [
  ['in good order', '/never/'],
  // Whoever comes next makes a copy of the tables first.
  ['without a last word', '/versions/'],
]
test.each(looks(ends, 1))(
  'a library whose writer ended %s and whose tables are damaged is read, says so, and is mended by a repair',
  async (_, lost) => {
    const anna = await open('anna')
    await addFiles(anna, { 'hut.md': hut })
    stubTables(lost, gone)
    await anna.close()
    vi.unstubAllGlobals()
    opened.length = 0
    await damageTables()
    const [bert, clara] = [await open('bert'), await open('clara')]
    const id = bert.listDocuments({})[0]?.id ?? ''
    expect((await bert.readDocument(id)).text).toContain('Greta Lind')
    expect(await bert.check()).toMatchObject({ ok: false, counts: { documents: 1, objects: 2 } })
    expect(keysOf(await bert.check())).toEqual(['tables_unreadable'])
    const said: string[] = []
    for await (const event of bert.ask({ question: 'Who opened the stone hut?', search_anyway: true }))
      said.push(JSON.stringify(event))
    expect(said.join('\n')).toContain('The search tables of the shared library are damaged')
    const path = join(folder, `damaged-${made}.tar`)
    for await (const step of clara.backups.backUp({ path })) {
      if (step.type === 'done') expect(step.report).toMatchObject({ counts: { documents: 1 }, damaged: [] })
    }
    await repair(bert)
    expect(await bert.check()).toMatchObject({ ok: true, problems: [] })
    for (const engine of [bert, clara, await open('dora')])
      await vi.waitFor(async () => expect(await ask(engine, 'Who opened the stone hut?')).toContain('Greta Lind'), {
        timeout: 30_000,
      })
  },
  120_000,
)

// Would catch tables that are called damaged, and are deleted and made anew for everybody, because one machine may not read them or has no network.
test.each([
  ['PERMISSION_DENIED', denied, 'refuses the credentials (AccessDenied)'],
  ['UNREACHABLE', gone, 'could not be reached'],
] as const)(
  'tables that cannot be had for another reason (%s) are not called damaged, and stay',
  async (code, give, words) => {
    const anna = await open('anna')
    await addFiles(anna, { 'hut.md': hut })
    await anna.close()
    opened.length = 0
    const bucket = server.bucket(prefix())
    const before = (await bucket.list('lance-')).entries.map(({ key }) => key)
    stubTables('/lance-', give)
    await expect(open('bert')).rejects.toMatchObject({ code, message: expect.stringContaining(words) as string })
    vi.unstubAllGlobals()
    const clara = await open('clara')
    stubTables('/lance-', give)
    await rm(join(storeOf('clara'), 'tables'), { recursive: true, force: true })
    await expect(clara.check()).rejects.toMatchObject({ code })
    await expect(addFiles(clara, { 'mill.md': '# The mill' })).rejects.toMatchObject({ code })
    await expect(repair(clara)).rejects.toMatchObject({ code })
    vi.unstubAllGlobals()
    expect((await bucket.list('lance-')).entries.map(({ key }) => key)).toEqual(before)
    expect(await ask(clara, 'Who opened the stone hut?')).toContain('Greta Lind')
  },
  120_000,
)

// Would catch a backup that holds only what this machine happens to keep of the library's files.
test('a backup of a shared library holds all of it, and is restored into a store of one’s own and into another library', async () => {
  const anna = await open('anna')
  await addFiles(anna, { 'hut.md': hut })
  await ask(anna, 'Who opened the stone hut?')
  await forgetFiles('anna')
  const path = join(folder, `backup-${made}.tar`)
  for await (const step of anna.backups.backUp({ path })) {
    if (step.type === 'done') expect(step.report).toMatchObject({ counts: { documents: 1, sessions: 1 }, damaged: [] })
  }
  const other = `s3://team/${prefix()}-other`
  // A library that is there already is opened to be read.
  await (await open('clara', other)).close()
  opened.pop()
  for (const into of [await open('alone', null), await open('bert', other)]) {
    for await (const step of into.backups.restore({ path, whole_part: false })) {
      if (step.type !== 'done') continue
      expect(step.report).toMatchObject({ documents: { added: 1, incomplete: [] }, sessions: { added: 1 } })
    }
    expect(into.listDocuments({}).map(({ name, status }) => [name, status])).toEqual([['hut.md', 'ready']])
    expect(await ask(into, 'Who opened the stone hut?')).toContain('Greta Lind')
    expect(await into.check()).toMatchObject({ ok: true, problems: [] })
  }
  // While bert writes, somebody else is told so before anything is brought back.
  const dora = await open('dora', other)
  const steps = dora.backups.restore({ path, whole_part: false })
  await expect(steps.next()).rejects.toMatchObject({ code: 'STORE_LOCKED' })
  expect((await dora.listSessions()).length).toBe(0)
}, 120_000)

// Would catch a crash whose tables stay in the bucket for ever: two table folders, then four, then eight.
test('the tables that a crash left go when somebody writes ten minutes later, and others read on', async () => {
  const anna = await open('anna')
  await addFiles(anna, { 'hut.md': hut })
  await anna.close()
  opened.length = 0
  const bucket = server.bucket(prefix())
  const [one] = (await bucket.list('lance-')).entries
  // As after two crashes: folders of earlier terms, of which the next writer made a copy.
  for (const name of ['lance-0-1', 'lance-0-2']) await bucket.copy(one?.key ?? '', `${name}/chunks.lance/data/x.lance`)
  const bert = await open('bert')
  const { entries } = await bucket.list('lance-0-')
  expect(entries).toHaveLength(2)
  const soon = Date.now() + 11 * 60_000
  const plain = globalThis.fetch
  // The server's clock, eleven minutes on.
  vi.stubGlobal('fetch', async (target: URL | string, init?: RequestInit) => {
    const answer = await plain(target, init)
    const { status, statusText } = answer
    const isList = String(target).includes('prefix=') && decodeURIComponent(String(target)).endsWith('/lance-')
    if (!isList) return answer
    const headers = new Headers(answer.headers)
    headers.set('date', new Date(soon).toUTCString())
    return new Response(await answer.arrayBuffer(), { status, statusText, headers })
  })
  await addFiles(bert, { 'mill.md': '# The mill\n\nThe water mill was built in 1843 by Johann Berg.' })
  await vi.waitFor(async () => expect((await bucket.list('lance-0-')).entries).toEqual([]), { timeout: 30_000 })
  expect(await ask(bert, 'Who built the water mill?')).toContain('Johann Berg')
  expect(await ask(bert, 'Who opened the stone hut?')).toContain('Greta Lind')
}, 120_000)
