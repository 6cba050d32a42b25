import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toCairnError } from '@shared/errors'
import { noteText } from '@shared/note'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

/**
 * Every kind of damage to every kind of file of a store: what Cairn says, and what is lost. With CAIRN_DAMAGE_TABLE set, the table is written to
 * docs/damage.md.
 */
const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
let folder = ''
let prepared = ''
let before: Kept
/** Of `mobile.md`, whose own file is gone, and of `pumps.md`, whose file is there. */
const objects = { mobile: '', pumps: '', structure: '' }
const rows: string[] = []

interface Kept {
  readonly documents: readonly string[]
  readonly sessions: readonly string[]
  readonly notebooks: readonly string[]
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-damage-'))
  prepared = join(folder, 'prepared')
  const files = join(folder, 'files')
  await mkdir(files)
  await writeFile(join(files, 'pumps.md'), '# Pumps\n\nThe pump is blue and was built in 1962.\n')
  await writeFile(join(files, 'mobile.md'), '# Valves\n\nThe valve is red and was built in 1971.\n')
  const engine = await createEngine({ folder: prepared, resources })
  await drain(engine.ingest({ paths: [files] }))
  await ask(engine, 's_one')
  await ask(engine, 's_two')
  await engine.notes.create('My notes')
  await engine.changeSettings({ theme: 'dark' })
  before = await keptIn(engine)
  const liveOf = (name: string) => engine.listDocuments({}).find((one) => one.name === name)?.live
  objects.mobile = liveOf('mobile.md')?.content_hash ?? ''
  objects.pumps = liveOf('pumps.md')?.content_hash ?? ''
  objects.structure = liveOf('pumps.md')?.structure_object ?? ''
  await engine.close()
  await rm(join(files, 'mobile.md'))
})

afterAll(async () => {
  if (process.env['CAIRN_DAMAGE_TABLE']) await writeFile(join(root, 'docs/damage.md'), tableText())
  await rm(folder, { recursive: true, force: true })
})

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  const all = events[Symbol.asyncIterator]()
  while (!(await all.next()).done);
}

async function ask(engine: Engine, session: string): Promise<void> {
  await drain(engine.ask({ question: 'What colour is the pump?', session_id: session, search_anyway: true }))
}

/** What a person would miss: documents that can be read, chats that can be opened, notebooks. */
async function keptIn(engine: Engine): Promise<Kept> {
  const readable = async <One extends { id: string }>(all: readonly One[], read: (id: string) => Promise<unknown>) => {
    const found = await Promise.all(all.map(async (one) => ((await read(one.id).catch(() => null)) ? one : null)))
    return found.filter((one) => one !== null)
  }
  const documents = await readable(engine.listDocuments({}), (id) => engine.readDocument(id))
  return {
    documents: documents.map(({ name }) => name).toSorted(),
    sessions: (await readable(await engine.listSessions(), (id) => engine.getSession(id)))
      .map(({ id }) => id)
      .toSorted(),
    notebooks: (await engine.notes.list()).map(({ title }) => title),
  }
}

function lostOf(after: Kept): string[] {
  return (['documents', 'sessions', 'notebooks'] as const).flatMap((kind) =>
    before[kind].filter((one) => !after[kind].includes(one)),
  )
}

const kinds: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'a bit flipped': async (path) => {
    const bytes = await readFile(path)
    const at = Math.floor(bytes.length / 2)
    bytes[at] = (bytes[at] ?? 0) ^ 4
    await writeFile(path, bytes)
  },
  missing: (path) => rm(path),
  'cut in half': async (path) => truncate(path, Math.floor((await stat(path)).size / 2)),
  empty: (path) => truncate(path, 0),
  'full of zeros': async (path) => writeFile(path, Buffer.alloc((await stat(path)).size)),
}

/** The files of a kind in a store, and what may be lost with one of them. */
interface FileKind {
  readonly find: (store: string) => Promise<string[]>
  readonly mayLose: readonly string[]
}

const named =
  (...names: string[]) =>
  (store: string) =>
    Promise.resolve(names.map((name) => join(store, name)))
const objectPath = (which: keyof typeof objects) => (store: string) =>
  Promise.resolve([join(store, 'objects', objects[which].slice(0, 2), objects[which])])
const below = (part: string, ending: RegExp) => async (store: string) => {
  const found = await readdir(join(store, part), { recursive: true, withFileTypes: true })
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const first = files
    .filter((path) => ending.test(path))
    .toSorted()
    .at(-1)
  return first ? [first] : []
}

const fileKinds: Readonly<Record<string, FileKind>> = {
  'list of documents': { find: named('documents.jsonl'), mayLose: [] },
  'its copy': { find: named('documents.copy.jsonl'), mayLose: [] },
  'its seal': { find: named('documents.seal'), mayLose: [] },
  'the list and its copy': {
    find: named('documents.jsonl', 'documents.copy.jsonl'),
    mayLose: ['pumps.md', 'mobile.md'],
  },
  'original whose file is there': { find: objectPath('pumps'), mayLose: [] },
  'original whose file is gone': { find: objectPath('mobile'), mayLose: ['mobile.md'] },
  'structure of a text': { find: objectPath('structure'), mayLose: [] },
  'a chat': { find: named('sessions/s_two.json'), mayLose: ['s_two'] },
  'a notebook': { find: below('notes', /n_[^/\\]+\.json$/u), mayLose: ['My notes'] },
  'store.json': { find: named('store.json'), mayLose: [] },
  'settings.json': { find: named('settings.json'), mayLose: [] },
  'rows of the search tables': { find: below('lance', /chunks\.lance.data.[^/\\]+\.lance$/u), mayLose: [] },
  'index of the search tables': { find: below('lance', /_indices.+tokens\.lance$/u), mayLose: [] },
  'version of the search tables': { find: below('lance', /chunks\.lance._versions.+\.manifest$/u), mayLose: [] },
  'published.json': { find: named('lance/published.json'), mayLose: [] },
  'term statistics': { find: named('lance/term-statistics.bin'), mayLose: [] },
  'what the graph read': { find: below('graph', /\.share$/u), mayLose: [] },
  'tables of documents': { find: named('tables/index.jsonl'), mayLose: [] },
  'room for a full disk': { find: named('spare-room'), mayLose: [] },
}

const cases = Object.entries(fileKinds).flatMap(([file, kind]) =>
  Object.entries(kinds).map(([damage, harm]) => [file, damage, kind, harm] as const),
)

test.each(cases)('%s, %s: only what was damaged is lost, and it is named', async (file, damage, kind, harm) => {
  const store = await damaged(async (copy) => {
    for (const path of await kind.find(copy)) await harm(path)
  })
  await judge(file, damage, store, kind.mayLose)
})

test('two objects swapped: only what was damaged is lost, and it is named', async () => {
  const store = await damaged(async (copy) => {
    const [[one = ''], [other = '']] = [await objectPath('mobile')(copy), await objectPath('pumps')(copy)]
    await rename(one, `${one}.x`)
    await rename(other, one)
    await rename(`${one}.x`, other)
  })
  await judge('two originals', 'swapped', store, ['mobile.md'])
})

test.each([
  ['ten years back', -10],
  ['ten years on', 10],
])('the clock jumps %s: nothing is lost', async (jump, years) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + years * 365.25 * 86_400_000 })
  try {
    await judge('the clock', `jumps ${jump}`, await damaged(() => Promise.resolve()), [])
  } finally {
    vi.useRealTimers()
  }
})

async function damaged(harm: (copy: string) => Promise<void>): Promise<string> {
  const store = join(folder, 'store')
  await rm(store, { recursive: true, force: true })
  await cp(prepared, store, { recursive: true })
  await harm(store)
  return store
}

async function judge(file: string, damage: string, store: string, mayLose: readonly string[]): Promise<void> {
  const said: string[] = []
  const log = (line: string) => {
    if (/damaged|lost|missing|anew|whole|cannot|unusable/iu.test(line)) said.push(line)
  }
  const open = () => createEngine({ folder: store, resources, log })
  let engine = await open().catch(async (thrown: unknown) => {
    const { message, action } = toCairnError(thrown)
    said.push(`${message} ${action}`)
    // As it is told: the one file goes.
    await rm(join(store, 'store.json'))
    return open()
  })
  try {
    const { problems } = await engine.check()
    said.push(...problems.map(noteText))
    await drain(engine.repair())
    await engine.close()
    engine = await open()
    const after = await engine.check()
    const lost = lostOf(await keptIn(engine))
    // Nothing but the damaged thing, and it is named: but nobody knows of a chat or a notebook whose file is gone.
    expect(mayLose).toEqual(expect.arrayContaining(lost))
    const isUnnoticed = damage === 'missing' && ['a chat', 'a notebook'].includes(file)
    for (const one of isUnnoticed ? [] : lost) expect(said.join('\n')).toContain(one === 'My notes' ? 'notebook' : one)
    // What is left to say is about that, and says what to do.
    for (const problem of after.problems) expect(mayLose.some((one) => noteText(problem).includes(one))).toBe(true)
    rows.push(`| ${file} | ${damage} | ${sayingOf(said, store)} | ${lost.join(', ') || 'nothing'} |`)
  } finally {
    await engine.close()
  }
}

function sayingOf(said: readonly string[], store: string): string {
  const shown = [...new Set(said)].map((line) =>
    line
      .replaceAll(store, '<store>')
      .replaceAll(relative('/', folder), '…')
      .replaceAll(/[0-9a-f]{64}/gu, '<sha256>')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d-]+Z/gu, '<time>')
      .replaceAll('|', '/')
      .split('\n')[0]
      ?.slice(0, 220),
  )
  return shown.slice(0, 4).join('<br>') || '–'
}

function tableText(): string {
  return [
    '# What damage costs',
    '',
    'Made by `CAIRN_DAMAGE_TABLE=1 npx vitest run --project=faults tests/faults/damage-table.test.ts`, which also holds it: a store of two documents, two chats and a',
    'notebook is damaged, opened, checked (`cairn store check`), repaired (`cairn store repair`) and opened again. “Said” is what the log and the check say',
    'first; “lost” is what can no longer be read or opened after the repair. Original and text of a Markdown file are one object.',
    '',
    'A full disk: `tests/faults/full-disk.test.ts`, `full-disk-use.test.ts` and `full-disk-research.test.ts`. A folder that may not be written: `full-disk.test.ts`.',
    'A process that is killed at any moment: `kill*.test.ts`.',
    '',
    '| File | Damage | Said | Lost |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
