import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { RestoreReport } from '@shared/api/store/backup-api'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-merge-'))
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files', '水泵.md'), '# 水泵\n\n水泵是蓝色的。The pump is blue and was built in 1962.\n')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function open(name: string): Promise<Engine> {
  const engine = await createEngine({ folder: join(folder, name), resources })
  onTestFinished(() => engine.close())
  return engine
}

async function add(engine: Engine): Promise<void> {
  for await (const event of engine.ingest({ paths: [join(folder, 'files')] })) void event
}

async function ask(engine: Engine, question: string, session: string): Promise<string> {
  for await (const event of engine.ask({ question, session_id: session, search_anyway: true })) {
    if (event.type === 'final') return event.response
    if (event.type === 'error') throw new Error(event.error.message)
  }
  return ''
}

async function backUp(engine: Engine, name: string, keep?: number): Promise<string> {
  const path = join(folder, name)
  for await (const step of engine.backups.backUp({ path, keep })) void step
  return path
}

async function restore(engine: Engine, path: string, made_at?: number): Promise<RestoreReport> {
  for await (const step of engine.backups.restore({ path, whole_part: false, made_at }))
    if (step.type === 'done') return step.report
  throw new Error('There was no report.')
}

test('a chat that went on in both places holds both; another notebook of the same id stands beside the one here', async () => {
  const here = await open('here')
  await add(here)
  await ask(here, 'What colour is the pump?', 's_same')
  const notebook = await here.notes.create('泵站笔记')
  const path = await backUp(here, 'same.tar')
  const there = await open('there')
  await restore(there, path)
  // Both go on, each in its own way.
  await ask(here, 'When was the pump built?', 's_same')
  await ask(there, 'Is the pump blue?', 's_same')
  await here.notes.rename(notebook.id, '泵站笔记 A')
  await there.notes.rename(notebook.id, '泵站笔记 B')
  const said = await there.getSession('s_same')
  await backUp(here, 'same.tar')
  const report = await restore(there, path)
  expect(report.sessions).toMatchObject({ added: 0, here: 1, beside: [] })
  expect(report.notebooks).toMatchObject({ added: 0, beside: ['泵站笔记 A'] })
  // Nothing that was said here is gone or changed, and what was said there is added to it.
  const { messages } = (await there.getSession('s_same')).session
  expect(messages).toEqual(expect.arrayContaining(said.session.messages))
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  expect(asked.toSorted()).toEqual(['Is the pump blue?', 'What colour is the pump?', 'When was the pump built?'])
  const titles = (await there.notes.list()).map(({ title }) => title)
  expect(titles.some((title) => title === '泵站笔记 B')).toBe(true)
  expect(titles.some((title) => title.startsWith('泵站笔记 A ('))).toBe(true)
  // Once more adds nothing.
  expect(await restore(there, path)).toMatchObject({ sessions: { added: 0, beside: [] }, notebooks: { beside: [] } })
})

test('an earlier moment can be chosen, and `keep` leaves out those before the last ones', async () => {
  const engine = await open('moments')
  await add(engine)
  await ask(engine, 'What colour is the pump?', 's_one')
  const path = await backUp(engine, 'moments.tar')
  await ask(engine, 'When was the pump built?', 's_two')
  await backUp(engine, 'moments.tar')
  await engine.deleteDocuments(engine.listDocuments({}).map(({ id }) => id))
  await backUp(engine, 'moments.tar')
  const { moments, is_whole } = await engine.backups.moments({ path })
  expect(is_whole).toBe(true)
  expect(moments.map(({ counts: { documents, sessions } }) => [documents, sessions])).toEqual([
    [1, 1],
    [1, 2],
    [0, 2],
  ])
  const first = await open('first')
  expect(await restore(first, path, moments[0]?.made_at)).toMatchObject({
    made_at: moments[0]?.made_at,
    documents: { added: 1 },
    sessions: { added: 1 },
  })
  expect(await ask(first, 'When was the pump built?', 'new')).toContain('1962')
  // The last one is what is restored where nothing is said.
  expect((await restore(await open('last'), path)).documents.added).toBe(0)
  await expect(restore(await open('none'), path, 12_345)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await backUp(engine, 'moments.tar', 2)
  const kept = await engine.backups.moments({ path })
  expect(kept.moments.map(({ counts }) => counts.documents)).toEqual([0, 0])
  // What only the moments before held is gone from the file.
  expect(await readFile(path, 'latin1')).not.toContain('The pump is blue')
})

test('a document on its way is made searchable at the restore, and those that are ready come with their tables', async () => {
  const engine = await open('busy')
  await add(engine)
  const path = await backUp(engine, 'busy.tar')
  // One document here already: tables of two stores cannot be one.
  const mixed = await open('mixed')
  await mixed.addText({ text: 'Pasted: the gauge is green.', name: 'pasted' })
  while (mixed.listDocuments({ statuses: ['ready'] }).length === 0) await new Promise((go) => setTimeout(go, 20))
  expect((await restore(mixed, path)).documents).toMatchObject({ added: 1 })
  expect(await mixed.check()).toMatchObject({ ok: true })
  expect((await readdir(join(folder, 'mixed'))).filter((name) => name.startsWith('lance'))).toEqual(['lance'])
  expect(await ask(mixed, 'What colour is the gauge?', 's')).toContain('green')
  expect(await ask(mixed, 'When was the pump built?', 's')).toContain('1962')
  // The next start finds the tables that were brought along, and only those.
  const empty = await createEngine({ folder: join(folder, 'empty'), resources })
  await restore(empty, path)
  await empty.close()
  const again = await open('empty')
  expect(await again.check()).toMatchObject({ ok: true })
  expect((await readdir(join(folder, 'empty'))).filter((name) => name.startsWith('lance'))).toEqual(['lance-1'])
  expect(await ask(again, 'When was the pump built?', 's')).toContain('1962')
  await add(again)
  expect(again.listDocuments({}).length).toBe(1)
})
