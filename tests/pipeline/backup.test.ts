import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { BackupReport, RestoreReport } from '@shared/api/store/backup-api'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')
let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-backup-'))
  const files = join(folder, 'files')
  await mkdir(files)
  await writeFile(join(files, 'pumps.md'), '# Pumps\n\nThe pump is blue and was built in 1962.\n')
  await writeFile(join(files, '阀门.md'), '# 阀门\n\n阀门是红色的。The valve is red.\n')
  await writeFile(
    join(files, 'more.zip'),
    zipSync({ 'inner.md': Buffer.from('# Dam\n\nThe dam is forty metres high.\n') }),
  )
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  await drain(engine.ingest({ paths: [files] }))
  await engine.addText({ text: 'Pasted: the gauge is green.', name: 'pasted' })
  await waitFor(() => engine.listDocuments({}).filter(({ status }) => status === 'ready').length === 5)
  // What is ready has its tables written anew when its job ends: then they are one file, and stay it.
  await waitFor(async () => (await tableFiles(join(folder, 'store'))).length === 1)
  await ask('What colour is the pump?', 's_one')
  await ask('How high is the dam?', 's_two')
  await engine.notes.create('My notes')
  await engine.changeSettings({ retrieval: {} })
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function waitFor(done: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  const all = events[Symbol.asyncIterator]()
  while (!(await all.next()).done);
}

async function ask(question: string, session: string, asked = engine): Promise<string> {
  for await (const event of asked.ask({ question, session_id: session, search_anyway: true })) {
    if (event.type === 'final') return event.response
    if (event.type === 'error') throw new Error(event.error.message)
  }
  return ''
}

async function backUp(path: string, from = engine): Promise<BackupReport> {
  for await (const step of from.backups.backUp({ path })) if (step.type === 'done') return step.report
  throw new Error('There was no report.')
}

async function restore(path: string, into: Engine, whole_part = false): Promise<RestoreReport> {
  for await (const step of into.backups.restore({ path, whole_part })) if (step.type === 'done') return step.report
  throw new Error('There was no report.')
}

async function other(name: string): Promise<Engine> {
  const opened = await createEngine({ folder: join(folder, name), resources })
  onTestFinished(() => opened.close())
  return opened
}

test('what is restored into an empty store answers, reads and lists the same', async () => {
  const path = join(folder, 'first.tar')
  await engine.evaluation.sets.import('huts.jsonl', JSON.stringify({ question: 'How high?', keywords: [['forty']] }))
  const made = await backUp(path)
  const counts = { documents: 5, sessions: 2, notebooks: 1, question_sets: 1, evaluation_runs: 0 }
  expect(made).toMatchObject({ counts, moments: 1, damaged: [] })
  const there = await other('there')
  const report = await restore(path, there)
  expect(report).toMatchObject({ documents: { added: 5, here: 0, beside: [], incomplete: [] }, sessions: { added: 2 } })
  expect(report).toMatchObject({ question_sets: 1, evaluation_runs: 0 })
  const listed = (of: Engine) => of.listDocuments({}).map(({ id, name, status, live }) => ({ id, name, status, live }))
  expect(listed(there).toSorted(byId)).toEqual(listed(engine).toSorted(byId))
  for (const { id } of engine.listDocuments({}))
    expect(await there.readDocument(id)).toEqual(await engine.readDocument(id))
  expect(await there.getSession('s_one')).toEqual(await engine.getSession('s_one'))
  expect(await there.notes.list()).toEqual(await engine.notes.list())
  expect(await ask('How high is the dam?', 'new', there)).toContain('forty')
  expect(await there.check()).toMatchObject({ ok: true, problems: [] })
  // The search tables are the same files: they are not made again.
  expect(await tableFiles(join(folder, 'there'))).toEqual(
    expect.arrayContaining(await tableFiles(join(folder, 'store'))),
  )
  // What Cairn itself had kept lies in the store there.
  const pasted = there.listDocuments({}).find(({ name }) => name.startsWith('pasted'))
  expect(pasted?.source.startsWith(join(folder, 'there', 'inbox'))).toBe(true)
  expect(await readFile(pasted?.source ?? '', 'utf8')).toContain('green')
  // Once more adds nothing.
  expect(await restore(path, there)).toMatchObject({
    documents: { added: 0, here: 5 },
    sessions: { added: 0, here: 2, beside: [] },
    notebooks: { added: 0, beside: [] },
    question_sets: 0,
    evaluation_runs: 0,
  })
})

/** Rows, in whichever folder of tables they lie. */
async function tableFiles(store: string): Promise<string[]> {
  const names = await readdir(store, { recursive: true })
  return names.flatMap((name) => /^lance[^/]*\/.*\/data\/(.*)$/u.exec(name)?.[1] ?? [])
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}

test('backing up again writes only what is new, and restores what was there last', async () => {
  const path = join(folder, 'twice.tar')
  const first = await backUp(path)
  const second = await backUp(path)
  // A moment, and nothing else.
  expect(second.new_bytes).toBeLessThan(8_192)
  expect(second.byte_size).toBe(first.byte_size + second.new_bytes)
  await ask('And the valve?', 's_one')
  expect(await backUp(path)).toMatchObject({ moments: 3 })
  const there = await other('twice')
  await restore(path, there)
  expect((await there.getSession('s_one')).session.messages.length).toBe(4)
})

test('a backup never holds keys or tokens', async () => {
  const store = join(folder, 'store')
  for (const name of ['server-keys.json', 'doors.json', 'tool-servers.json', 'tool-consents.json']) {
    await writeFile(join(store, name), '{"secret":"sk-very-secret-token"}')
  }
  const path = join(folder, 'secrets.tar')
  await backUp(path)
  const there = await other('secrets')
  await restore(path, there)
  const names = await readdir(join(folder, 'secrets'), { recursive: true })
  for (const name of names) {
    const file = join(folder, 'secrets', name)
    if ((await stat(file)).isFile()) expect(await readFile(file, 'latin1')).not.toContain('sk-very-secret')
  }
  expect(names.some((name) => /server-keys|doors|tool-/u.test(name))).toBe(false)
  for (const name of ['server-keys.json', 'doors.json', 'tool-servers.json', 'tool-consents.json']) {
    await rm(join(store, name), { force: true })
  }
})

test('a backup that is cut off, altered or none is refused, and nothing changes', async () => {
  const path = join(folder, 'hurt.tar')
  await backUp(path)
  await ask('What is green?', 's_two')
  await backUp(path)
  const whole = await readFile(path)
  const there = await other('hurt')
  const refused = async (bytes: Buffer) => {
    await writeFile(path, bytes)
    await expect(restore(path, there)).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
    expect(there.listDocuments({})).toEqual([])
    expect(await there.listSessions()).toEqual([])
  }
  for (const share of [0.01, 0.3, 0.7, 0.95]) await refused(whole.subarray(0, Math.floor(whole.length * share)))
  for (const end of [1, 512, 1024]) await refused(whole.subarray(0, whole.length - end))
  for (const at of [0, 600, 3_000, Math.floor(whole.length / 2), whole.length - 2_000]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    // Padding says nothing; everything else is covered.
    if (whole[at] !== 0) await refused(changed)
  }
  await refused(Buffer.from('This is a letter, not a backup.'))
  // One of which no moment is whole is still a backup, and said to be one.
  await writeFile(path, whole.subarray(0, Math.floor(whole.length * 0.3)))
  await expect(restore(path, there, true)).rejects.toThrow('is cut off before its first moment is complete')
  // What is whole of it can be had when it is asked for, and the next backup goes on from there.
  await writeFile(path, whole.subarray(0, whole.length - 1_600))
  expect(await restore(path, there, true)).toMatchObject({ documents: { added: 5 } })
  expect(await backUp(path)).toMatchObject({ moments: 2 })
  await expect(backUp(join(folder, 'files', 'pumps.md'))).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  await expect(backUp(join(folder, 'files'))).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  await expect(backUp(join(folder, 'none', 'b.tar'))).rejects.toMatchObject({ code: 'FILE_VANISHED' })
  expect(await readFile(join(folder, 'files', 'pumps.md'), 'utf8')).toContain('blue')
  await expect(backUp(join(folder, 'store', 'inside.tar'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('what is here stays: the same content once, another beside it', async () => {
  const path = join(folder, 'merge.tar')
  await backUp(path)
  const store = join(folder, 'merge')
  const there = await other('merge')
  await restore(path, there)
  // The same file goes on in both, in another way.
  const pumps = join(folder, 'files', 'pumps.md')
  const before = await readFile(pumps)
  await writeFile(pumps, '# Pumps\n\nThe pump is now yellow.\n')
  await drain(there.ingest({ paths: [pumps] }))
  await writeFile(pumps, before)
  const report = await restore(path, there)
  expect(report.documents).toMatchObject({ added: 1, here: 4, beside: ['pumps.md'] })
  expect(there.listDocuments({}).filter(({ name }) => name === 'pumps.md').length).toBe(2)
  expect(await there.check()).toMatchObject({ ok: true })
  expect((await restore(path, there)).documents).toMatchObject({ added: 0, here: 5, beside: [] })
  expect((await readdir(join(store, 'inbox'))).length).toBeGreaterThan(0)
})

test('a document that is damaged here is healed by a backup', async () => {
  const path = join(folder, 'heal.tar')
  await backUp(path)
  const copy = join(folder, 'heal')
  // The log of files that are not synced yet goes by itself, perhaps in the middle of this.
  const filter = (source: string) => !/\/lock$|\/unsynced-\d+\.log$/u.test(source)
  await cp(join(folder, 'store'), copy, { recursive: true, filter })
  const there = await other('heal')
  const record = there.listDocuments({}).find(({ name }) => name.includes('阀门'))
  const address = record?.live?.content_hash ?? ''
  await appendFile(join(copy, 'objects', address.slice(0, 2), address), 'rotten')
  expect(await there.check()).toMatchObject({ ok: false })
  await restore(path, there)
  expect(await there.check()).toMatchObject({ ok: true })
})

test('documents may be deleted while they are backed up', async () => {
  const path = join(folder, 'busy.tar')
  const there = await other('busy')
  await restore(await backUp(join(folder, 'source.tar')).then((made) => made.path), there)
  const [doomed] = there.listDocuments({}).filter(({ name }) => name === 'pumps.md')
  const [made] = await Promise.all([backUp(path, there), there.deleteDocuments([doomed?.id ?? ''])])
  expect(made.damaged).toEqual([])
  const again = await other('busy-again')
  expect((await restore(path, again)).documents.incomplete).toEqual([])
  // Released, it is gone from the store as well.
  await waitFor(() => there.listDocuments({}).length === 4)
  await there.close()
  const reopened = await other('busy')
  expect(await reopened.check()).toMatchObject({ ok: true })
})

test('a backup that was interrupted leaves the earlier one as it was', async () => {
  const path = join(folder, 'torn.tar')
  await backUp(path)
  const whole = await readFile(path)
  const file = await openFile(path, 'r+')
  await file.write(Buffer.alloc(5_000, 7), 0, 5_000, whole.length - 1_024)
  await file.close()
  await expect(restore(path, await other('torn'))).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  expect(await backUp(path)).toMatchObject({ moments: 2 })
  expect((await restore(path, await other('torn-again'))).documents.added).toBe(5)
  await truncate(path, whole.length)
})
