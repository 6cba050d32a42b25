import { mkdir, readdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { NewNote } from '@shared/api/notes-api'
import type { SessionContext } from '@shared/session/session-context'
import { messageOf } from '@shared/note'
import { createEngine, type EngineOptions } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { GraphDecisions } from '@engine/graph/runtime/graph-decisions'
import { writeJsonDurably } from '@engine/platform/durable-files'
import { foundIn, planOf, task } from '../support/research/runs-kit'

/** What a person would miss, and what each says: by its name, as the tables of damage name it. */
export type Kept = ReadonlyMap<string, string>

/** Of `mobile.md`, whose own file is gone, of `pumps.md`, whose file is there, and of `gauge.md`, which was pasted. */
export interface StoredObjects {
  readonly mobile: string
  readonly pumps: string
  readonly structure: string
  readonly gauge: string
}

/** How a store is opened, beside its folder. */
export type Opening = Partial<EngineOptions> & Pick<EngineOptions, 'resources'>

/** Of the run of research that every store here has. */
const theGoal = 'The colour of the pump'

export async function drain(events: AsyncIterable<unknown>): Promise<void> {
  const all = events[Symbol.asyncIterator]()
  while (!(await all.next()).done);
}

export async function ask(engine: Engine, session: string, question = 'What colour is the pump?'): Promise<void> {
  await drain(engine.ask({ question, session_id: session, search_anyway: true }))
}

/** A store with documents, two chats, a notebook with a highlight, a run of research, a set of questions, a run of that, and all that people set up. */
export async function prepareStore(store: string, files: string, opening: Opening): Promise<StoredObjects> {
  await mkdir(files)
  await writeFile(join(files, 'pumps.md'), '# Pumps\n\nThe pump is blue and was built in 1962.\n')
  await writeFile(join(files, 'mobile.md'), '# Valves\n\nThe valve is red and was built in 1971.\n')
  await writeFile(join(files, 'tanks.csv'), 'Tank,Litres\nNorth,120\nSouth,95\nEast,40\n')
  await mkdir(join(files, 'followed'))
  await setUp(store)
  const engine = await createEngine({ folder: store, ...opening })
  await drain(engine.ingest({ paths: [files] }))
  await ask(engine, 's_one')
  // Tables are read when somebody asks.
  await ask(engine, 's_one', 'Which tank has the most litres?')
  await ask(engine, 's_two', 'When was the pump built?')
  const live = (name: string) => engine.listDocuments({}).find((one) => one.name === name)
  const pumps = live('pumps.md')
  await engine.notes.highlight(pumps?.id ?? '', 'My notes', highlightOf(pumps?.id ?? ''))
  const plan = planOf([task(1, { description: 'What colour is the pump?' })], { goal: theGoal })
  const run = await engine.research.start({ plan, at_once: true })
  await drain(engine.research.follow(run.id, -1))
  const asked = { id: 'colour', question: 'What colour is the pump?', keywords: [['blue']], expect: 'answer' } as const
  const questions = [{ ...asked, keywords: [['blue']], previous: [], sources: [], tools: [] }]
  const set = await engine.evaluation.sets.save({ title: 'My questions', questions })
  const evaluated = await engine.evaluation.runs.start({ set_id: set.id, label: 'First try' })
  await drain(engine.evaluation.runs.follow(evaluated.id))
  await engine.changeSettings({ theme: 'dark' })
  await engine.setTerms([{ english: 'pump', chinese: ['泵'] }])
  await engine.folders.add({ path: join(files, 'followed') })
  await engine.addText({ text: 'The gauge is green and was built in 1980.', name: 'gauge' })
  await whenRead(engine, 'gauge.md')
  await engine.tools.rates.import('Date,USD\n2026-11-27,1.1\n')
  await engine.tools.servers.put([
    { type: 'http', name: 'mine', enabled: false, url: 'http://127.0.0.1:9/', headers: {} },
  ])
  const hashOf = (name: string) => live(name)?.live?.content_hash ?? ''
  const objects = {
    ...{ mobile: hashOf('mobile.md'), pumps: hashOf('pumps.md'), gauge: hashOf('gauge.md') },
    structure: pumps?.live?.structure_object ?? '',
  }
  await engine.close()
  await rm(join(files, 'mobile.md'))
  return objects
}

/** Resolves once a document can be searched. */
export async function whenRead(engine: Engine, ...names: string[]): Promise<void> {
  const read = () => engine.listDocuments({ statuses: ['ready'] }).map(({ name }) => name)
  await vi.waitFor(() => expect(read()).toEqual(expect.arrayContaining(names)), { timeout: 60_000 })
}

/** What is written by other ways than the engine's, or only after others' answers. */
async function setUp(store: string): Promise<void> {
  await mkdir(join(store, 'network'), { recursive: true })
  const write = (path: string, text: string) => writeFile(path, text)
  const parts = { write, now: Date.now, newId: () => 'd_1', log: () => undefined }
  const decisions = await GraphDecisions.open({ path: join(store, 'graph-decisions.json'), ...parts })
  const names = () => Promise.resolve([{ name: 'Boiler A-100' }])
  await decisions.add({ kind: 'rename', id: 'entity', name: 'The old boiler' }, names)
  const consent = { server: 'mine', tool: 'count', fingerprint: 'f', answer: 'always', session_id: null, at: 1 }
  await writeJsonDurably(join(store, 'tool-consents.json'), [consent])
  await writeJsonDurably(join(store, 'server-keys.json'), { 'http://127.0.0.1:9': 'a-key-of-a-server' })
  await writeJsonDurably(join(store, 'doors.json'), { token: 'a'.repeat(43) })
  const rule = { host: 'example.org', allowed_at: 1, reason: 'page', last_used: null, uses: 0 }
  await writeJsonDurably(join(store, 'network/rules.json'), [rule])
  const last = { made_at: 1, path: '/backups/cairn-backup.tar', byte_size: 1, moments: 1 }
  await writeJsonDurably(join(store, 'backup-schedule.json'), { folder: '/backups', last, sealed: false })
}

function highlightOf(document: string): NewNote {
  const text = 'The pump is blue'
  const source = { ...foundIn(document, text), document_name: 'pumps.md', number: 1 }
  return { kind: 'passage', text, comment: 'Why?', sources: [source], refs: [], from: {} }
}

/** Fields by their names: what was just made and what was read back have them in other orders. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** What can be read or opened of all that. */
export async function keptIn(engine: Engine, told: (why: string) => void = () => undefined): Promise<Kept> {
  const kept = new Map<string, string>()
  const read = async (name: string, reading: () => Promise<unknown>) => {
    const found = await reading().catch((thrown: unknown) => {
      told(messageOf(thrown))
      return undefined
    })
    if (found !== undefined) kept.set(name, JSON.stringify(found, inOrder))
  }
  for (const { id, name } of engine.listDocuments({}))
    await read(name, async () => (await engine.readDocument(id)).text)
  for (const { id } of await engine.listSessions()) await read(id, async () => said(await engine.getSession(id)))
  for (const { id, title } of await engine.notes.list())
    await read(title, async () => (await engine.notes.get(id)).items)
  for (const { id, title } of await engine.research.list())
    await read(title === theGoal ? 'the research' : title, async () => {
      const { report, evidence, plan } = await engine.research.get(id)
      return { report, evidence, plan }
    })
  for (const { id, title, kind } of await engine.evaluation.sets.list())
    if (kind === 'own') await read(title, async () => (await engine.evaluation.sets.get(id)).questions)
  for (const { id, label } of await engine.evaluation.runs.list())
    await read(label ?? '', async () => (await engine.evaluation.runs.get(id, 0)).results)
  await read('the terms', () => Promise.resolve(engine.listTerms().own))
  await read('the settings', () => Promise.resolve(engine.getSettings().theme))
  const { servers, consents, rates } = engine.tools
  await read('followed folders', () => Promise.resolve(engine.folders.list().map(({ path }) => path)))
  await read('decisions about names', () => engine.graph.decisions())
  await read('servers of tools', () => Promise.resolve(servers.servers().map(({ name, place }) => [name, place])))
  await read('what tools may', () => Promise.resolve(consents.entries()))
  await read('the rates', () => rates.days())
  return kept
}

/** The words of a chat and of what it cites. */
function said({ session, evidences }: SessionContext): unknown {
  return [session.messages.map(({ content }) => content), Object.values(evidences).map(({ content }) => content)]
}

/** What is not there any more, and what says something else, by name. */
export function differencesBetween(before: Kept, after: Kept): { lost: string[]; changed: string[] } {
  return {
    lost: [...before.keys()].filter((name) => !after.has(name)),
    changed: [...before].flatMap(([name, text]) => (after.has(name) && after.get(name) !== text ? name : [])),
  }
}

/** Has two files change places. */
export async function swap(one: string, other: string): Promise<void> {
  await rename(one, `${one}.x`)
  await rename(other, one)
  await rename(`${one}.x`, other)
}

/** Flips a bit so far into a file: of its length, between 0 and 1. */
export async function flipAt(path: string, part: number): Promise<void> {
  const bytes = await readFile(path)
  const at = Math.floor(bytes.length * part)
  bytes[at] = (bytes[at] ?? 0) ^ 4
  const { atime, mtime } = await stat(path)
  await writeFile(path, bytes)
  // As a disk does it: nobody has written the file.
  await utimes(path, atime, mtime)
}

/** What can happen to a file. */
export const kindsOfDamage: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'a bit flipped': (path) => flipAt(path, 0.5),
  missing: (path) => rm(path),
  'cut in half': async (path) => truncate(path, Math.floor((await stat(path)).size / 2)),
  empty: (path) => truncate(path, 0),
  'full of zeros': async (path) => writeFile(path, Buffer.alloc((await stat(path)).size)),
}

/** The files of a kind in a store, and what may be lost with one of them. */
export interface FileKind {
  readonly find: (store: string) => Promise<string[]>
  readonly mayLose: readonly string[]
  /** Only one of those may be lost. */
  readonly isOne?: boolean
  /** What has to be said whatever became of it, where what it keeps cannot be looked at here. */
  readonly mustSay?: RegExp
  /** Damage that nothing tells from what is usual. */
  readonly unseen?: RegExp
  /** Questions, and what their answers say once the store was repaired. */
  readonly answers?: readonly (readonly [question: string, answer: RegExp])[]
}

/** The last file by name of those below a folder of the store whose path ends so. */
export function below(part: string, ending: RegExp): FileKind['find'] {
  return async (store) => {
    const found = await readdir(join(store, part), { recursive: true, withFileTypes: true })
    const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
    const last = files
      .filter((path) => ending.test(path))
      .toSorted()
      .at(-1)
    return last ? [last] : []
  }
}

export function objectPath(store: string, hash: string): string {
  return join(store, 'objects', hash.slice(0, 2), hash)
}

const named =
  (...names: string[]): FileKind['find'] =>
  (store) =>
    Promise.resolve(names.map((name) => join(store, name)))

const single = (file: string, ...mayLose: string[]): FileKind => ({
  ...{ find: named(file), mayLose, mustSay: new RegExp(`${file.replaceAll('.', '\\.')}\\b`, 'u') },
})

/** Files of which there is one, each for what a person has set up or decided. */
const setUpByPeople: Readonly<Record<string, FileKind>> = {
  'followed folders': single('folders.json', 'followed folders'),
  'decisions about names': single('graph-decisions.json', 'decisions about names'),
  'servers of tools': single('tool-servers.json', 'servers of tools'),
  'what tools may do': single('tool-consents.json', 'what tools may'),
  'keys of model servers': single('server-keys.json'),
  'the token for other programs': single('doors.json'),
  'exchange rates': { find: named('exchange-rates.dat'), mayLose: ['the rates'] },
}

/** Every kind of file that a store has. */
export function kindsOfFile(objects: () => StoredObjects): Readonly<Record<string, FileKind>> {
  const object = (which: keyof StoredObjects) => (store: string) =>
    Promise.resolve([objectPath(store, objects()[which])])
  return {
    'list of documents': { find: named('documents.jsonl'), mayLose: [] },
    'its copy': { find: named('documents.copy.jsonl'), mayLose: [] },
    'its seal': { find: named('documents.seal'), mayLose: [] },
    'the list and its copy': {
      find: named('documents.jsonl', 'documents.copy.jsonl'),
      mayLose: ['pumps.md', 'mobile.md', 'gauge.md', 'tanks.csv'],
    },
    'original whose file is there': { find: object('pumps'), mayLose: [] },
    'original whose file is gone': { find: object('mobile'), mayLose: ['mobile.md'] },
    'structure of a text': { find: object('structure'), mayLose: [] },
    'a chat': { find: named('sessions/s_two.json'), mayLose: ['s_two'] },
    'a notebook with a highlight': { find: below('notes', /n_[^/\\]+\.json$/u), mayLose: ['My notes'] },
    'a run of research': { find: below('research', /\.jsonl$/u), mayLose: ['the research'] },
    'its head': { find: below('research', /\.head\.json$/u), mayLose: [] },
    'a set of questions': { find: below('evaluation/sets', /\.json$/u), mayLose: ['My questions'] },
    'a run of a set': { find: below('evaluation/runs', /\.jsonl$/u), mayLose: ['First try'] },
    'how that run ended': { find: below('evaluation/runs', /\.json$/u), mayLose: [] },
    'list of what is kept': { find: named('kept.jsonl'), mayLose: [] },
    'store.json': { find: named('store.json'), mayLose: [] },
    'settings.json': { find: named('settings.json'), mayLose: ['the settings'] },
    'the user’s terms': { find: named('terms.json'), mayLose: ['the terms'] },
    ...setUpByPeople,
    'a trace': { find: below('traces', /\.jsonl$/u), mayLose: [] },
    'a log': { find: below('logs', /\.jsonl$/u), mayLose: [] },
    'rows of the search tables': { find: below('lance', /chunks\.lance.data[^/\\]*.[^/\\]+\.lance$/u), mayLose: [] },
    'index of the search tables': { find: below('lance', /_indices.+tokens\.lance$/u), mayLose: [] },
    'version of the search tables': { find: below('lance', /chunks\.lance._versions.+\.manifest$/u), mayLose: [] },
    'published.json': { find: named('lance/published.json'), mayLose: [] },
    'term statistics': { find: named('lance/term-statistics.bin'), mayLose: [] },
    'what the graph read': { find: below('graph', /\.share$/u), mayLose: [] },
    'a text that was pasted': {
      ...{ find: below('inbox', /./u), mayLose: [], mustSay: /the file in the store that it was read from/u },
    },
    'tables of documents': { find: named('tables/index.jsonl'), mayLose: [] },
    'rules of the network': { find: named('network/rules.json'), mayLose: [] },
    'when the last backup was made': { find: named('backup-schedule.json'), mayLose: [] },
    'room for a full disk': { find: named('spare-room'), mayLose: [] },
  }
}
