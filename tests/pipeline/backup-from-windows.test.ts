import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { RestoreReport } from '@shared/api/store/backup-api'
import { DocumentRecord } from '@shared/documents'
import { createEngine } from '@engine/engine'
import { Moment, momentName, packedName } from '@engine/backup/archive/moment'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')
const windowsStore = String.raw`C:\Users\Anna\AppData\Roaming\Cairn\store`
let folder = ''
/** A backup of this machine: two files whose names differ in case only, with lines as Windows ends them, and a pasted text. */
let made: { readonly path: string; readonly store: string }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-windows-'))
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files', 'Pump.md'), '# Pump\r\n\r\nThe pump is blue and was built in 1962.\r\n')
  await writeFile(join(folder, 'files', 'PUMP.MD'), '# PUMP\r\n\r\nThe old pump was grey and stood at the weir.\r\n')
  const store = join(folder, 'store')
  const engine = await createEngine({ folder: store, resources })
  for await (const event of engine.ingest({ paths: [join(folder, 'files')] })) void event
  await engine.addText({ text: 'Pasted: the gauge is green.', name: 'pasted' })
  await vi.waitFor(() => expect(engine.listDocuments({}).filter(({ status }) => status === 'ready')).toHaveLength(3), {
    timeout: 30_000,
  })
  await ask(engine, 'What colour is the pump?')
  made = { path: join(folder, 'here.tar'), store }
  for await (const step of engine.backups.backUp({ path: made.path })) void step
  await engine.close()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function ask(engine: Engine, question: string): Promise<string> {
  for await (const event of engine.ask({ question, session_id: 's_one', search_anyway: true })) {
    if (event.type === 'final') return event.response
    if (event.type === 'error') throw new Error(event.error.message)
  }
  return ''
}

/** The same backup as a Windows machine would have written it: sources as `say` has them, lines that end in CR and LF. */
async function asFromWindows(name: string, say: (record: DocumentRecord) => string): Promise<string> {
  const entries = new Map<string, Buffer>()
  for await (const entry of createReadStream(made.path).pipe(extract()))
    entries.set(entry.header.name, await buffer(entry))
  const [at, bytes] = [...entries].find(([entry]) => entry.startsWith('moments/')) ?? ['', Buffer.of()]
  entries.delete(at)
  const moment = Moment.parse(JSON.parse(bytes.toString('utf8')))
  const packed = entries.get(packedName(moment.documents)) ?? Buffer.of()
  const records = gunzipSync(packed).toString('utf8').split('\n').filter(Boolean)
  const lines = records.map((line) => {
    const record = DocumentRecord.parse(JSON.parse(line))
    return `${JSON.stringify({ ...record, source: say(record) })}\r\n`
  })
  const documents = gzipSync(Buffer.from(lines.join(''), 'utf8'))
  entries.set(packedName(sha256(documents)), documents)
  const there = Buffer.from(JSON.stringify({ ...moment, store: windowsStore, documents: sha256(documents) }), 'utf8')
  const archive = pack()
  for (const [entry, content] of entries) archive.entry({ name: entry }, content)
  archive.entry({ name: momentName(1, sha256(there)) }, there)
  archive.finalize()
  const path = join(folder, name)
  await writeFile(path, await buffer(archive))
  return path
}

/** Where a document of this machine would lie on the other: what Cairn keeps itself under a drive that is written in small letters. */
function onWindows({ source }: DocumentRecord): string {
  const [root, drive] = source.startsWith(made.store)
    ? [made.store, windowsStore.replace('C:', 'c:').toLowerCase()]
    : [join(folder, 'files'), String.raw`D:\Anlage Süd`]
  return `${drive}${source.slice(root.length).replaceAll('/', '\\')}`
}

async function restore(path: string, into: Engine): Promise<RestoreReport> {
  for await (const step of into.backups.restore({ path, whole_part: false }))
    if (step.type === 'done') return step.report
  throw new Error('There was no report.')
}

async function open(name: string): Promise<Engine> {
  const engine = await createEngine({ folder: join(folder, name), resources })
  onTestFinished(() => engine.close())
  return engine
}

// Would catch paths of another system that lose documents, or that are taken for ones of this machine.
test('a backup of a Windows machine comes back whole: drives, backslashes, line ends, names that differ in case', async () => {
  const path = await asFromWindows('windows.tar', onWindows)
  const before = await readdir('.')
  const there = await open('there')
  expect(await restore(path, there)).toMatchObject({
    documents: { added: 3, here: 0, beside: [], incomplete: [] },
    sessions: { added: 1 },
  })
  const listed = there.listDocuments({})
  expect(listed.map(({ name, status }) => [name, status]).toSorted()).toEqual([
    ['PUMP.MD', 'ready'],
    ['Pump.md', 'ready'],
    [expect.stringMatching(/^pasted/u), 'ready'],
  ])
  // What the Windows machine kept itself is kept here, and lies nowhere else.
  const pasted = listed.find(({ name }) => name.startsWith('pasted'))
  expect(pasted?.source.startsWith(join(folder, 'there', 'inbox'))).toBe(true)
  expect(await readFile(pasted?.source ?? '', 'utf8')).toContain('green')
  expect(listed.filter(({ source }) => source.startsWith('D:\\'))).toHaveLength(2)
  expect(await readdir('.')).toEqual(before)
  const pump = listed.find(({ name }) => name === 'Pump.md')
  expect((await there.readDocument(pump?.id ?? '')).text).toContain('built in 1962')
  expect(await ask(there, 'Where did the old pump stand?')).toContain('weir')
  expect(await there.check()).toMatchObject({ ok: true, problems: [] })
  expect(await restore(path, there)).toMatchObject({ documents: { added: 0, here: 3 } })
})

// Would catch a backup that writes outside of the store: a step with a slash counted as one name where backslashes divide.
test.each([String.raw`inbox\a/../../../out.md`, String.raw`inbox\..\..\out.md`])(
  'a backup that names %s in its store is refused, and nothing is written',
  async (way) => {
    const path = await asFromWindows('wicked.tar', (record) =>
      record.source.startsWith(made.store) ? `${windowsStore}\\${way}` : onWindows(record),
    )
    const name = `refuses-${sha256(Buffer.from(way)).slice(0, 8)}`
    const there = await open(name)
    const before = (await readdir(folder)).toSorted()
    await expect(restore(path, there)).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
      message: 'The backup names a file outside of its store.',
    })
    expect(there.listDocuments({})).toEqual([])
    expect((await readdir(folder)).toSorted()).toEqual(before)
  },
)
