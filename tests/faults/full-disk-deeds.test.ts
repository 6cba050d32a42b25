import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewNote } from '@shared/api/notes-api'
import { CairnError, toCairnError } from '@shared/errors'
import { noteText } from '@shared/note'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { foundIn, planOf, task } from '../support/research/runs-kit'
import { looks } from '../rounds'
import { ask, differencesBetween, drain, keptIn, prepareStore } from './damaged-store'
import { encrypt, unlock } from './kill-turning'

/**
 * Every deed of a person's that writes, on a disk without a free byte: it is refused in words or done, nothing else changes, and the same deed succeeds
 * as soon as there is room. Each of the writes of a deed fails in turn in `damage-around.test.ts`.
 */
const resources = resolve(import.meta.dirname, '../../resources')
let folder = ''
let disk = ''
let store = ''
let isMounted = false
let engine: Engine
let bundle = ''
const refused: string[] = []

/** Takes every byte that is free; what is returned gives them back. */
async function filled(): Promise<() => Promise<void>> {
  const { bavail, bsize } = await statfs(disk)
  const ballast = join(disk, 'ballast')
  spawnSync('fallocate', ['-l', String(bavail * bsize), ballast])
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}-rest`, 'bs=4k'])
  expect((await statfs(disk)).bavail).toBe(0)
  return async () => {
    for (const file of [ballast, `${ballast}-rest`]) await rm(file, { force: true })
  }
}

/** A chat of somebody else, as a file. */
async function bundleOfAnotherStore(): Promise<string> {
  const other = await createEngine({ folder: join(folder, 'other'), resources })
  await drain(other.ingest({ paths: [join(folder, 'dams.md')] }))
  await ask(other, 's_other', 'How high is the dam?')
  const path = join(folder, 'chat.cairn.zip')
  await writeFile(path, await bytesOf(other, 's_other', 'bundle'))
  await other.close()
  return path
}

const idOf = (name: string) => engine.listDocuments({}).find((one) => one.name === name)?.id ?? ''
const notebook = async () => (await engine.notes.list()).find(({ title }) => title === 'My notes')?.id ?? ''

/** Rejects with what a turn ended with. */
async function answer(session: string): Promise<void> {
  const question = 'What colour is the pump?'
  for await (const event of engine.ask({ question, session_id: session, search_anyway: true }))
    if (event.type === 'error') throw new CairnError(event.error.code, event.error.message, event.error.action)
}

async function note(text: string): Promise<void> {
  const source = { ...foundIn(idOf('pumps.md'), text), document_name: 'pumps.md', number: 1 }
  const passage: NewNote = { kind: 'passage', text, comment: '', sources: [source], refs: [], from: {} }
  await engine.notes.highlight(idOf('pumps.md'), 'My notes', passage)
}

async function evaluate(): Promise<void> {
  const set = (await engine.evaluation.sets.list()).find(({ title }) => title === 'My questions')
  const run = await engine.evaluation.runs.start({ set_id: set?.id ?? '', label: 'Second try' })
  let state = ''
  for await (const header of engine.evaluation.runs.follow(run.id)) state = header.state
  const { error } = (await engine.evaluation.runs.get(run.id, 0)).header
  if (error) throw new CairnError(error.code, error.message, error.action)
  expect(state).toBe('done')
}

async function research(): Promise<void> {
  const plan = planOf([task(1, { description: 'When was the pump built?' })], { goal: 'The year of the pump' })
  const run = await engine.research.start({ plan, at_once: true })
  await drain(engine.research.follow(run.id, -1))
}

async function bytesOf(from: Engine, session: string, format: 'bundle' | 'markdown'): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of from.exportSessions({ ids: [session], format }))
    if (chunk.type === 'data') parts.push(Buffer.from(chunk.base64, 'base64'))
  return Buffer.concat(parts)
}

const exported = async () => (await bytesOf(engine, 's_one', 'markdown')).toString('utf8')

/** What is done, how it shows afterwards, and what of all that is kept may differ by it. */
interface Deed {
  readonly does: () => Promise<unknown>
  readonly shows: () => unknown
  readonly changes?: readonly string[]
}

const deeds: Readonly<Record<string, Deed>> = {
  'an answer': {
    does: () => answer('s_two'),
    shows: async () => (await engine.getSession('s_two')).session.messages.length > 2,
    changes: ['s_two'],
  },
  'a new document': {
    does: () => drain(engine.ingest({ paths: [join(folder, 'dams.md')] })),
    shows: () => engine.listDocuments({ statuses: ['ready'] }).some(({ name }) => name === 'dams.md'),
  },
  'a text that is pasted': {
    does: () => engine.addText({ text: 'The mast is white.', name: 'mast' }),
    shows: () => engine.listDocuments({}).some(({ name }) => name === 'mast.md'),
  },
  'a document into the trash': {
    does: () => engine.trashDocuments([idOf('dams.md')]),
    shows: () => engine.listTrash().length === 1,
    changes: ['dams.md'],
  },
  'a document out of the trash': {
    does: () => engine.restoreDocuments(engine.listTrash().map(({ id }) => id)),
    shows: () => engine.listTrash().length === 0,
  },
  'a deleted document': {
    does: () => engine.deleteDocuments([idOf('dams.md')]),
    shows: () => idOf('dams.md') === '',
    changes: ['dams.md'],
  },
  'a tag': {
    does: () => engine.updateDocuments({ ids: [idOf('pumps.md')], add_tags: ['blue'] }),
    shows: () => engine.getDocument(idOf('pumps.md')).tags.includes('blue'),
  },
  'a collection': {
    does: () => engine.updateDocuments({ ids: [idOf('pumps.md')], collection: 'Machines' }),
    shows: () => engine.getDocument(idOf('pumps.md')).collection === 'Machines',
  },
  'a note': {
    does: async () =>
      engine.notes.add(await notebook(), {
        kind: 'text',
        text: 'Ask Mei.',
        comment: '',
        sources: [],
        refs: [],
        from: {},
      }),
    shows: async () => (await engine.notes.get(await notebook())).items.length === 2,
    changes: ['My notes'],
  },
  'a highlight': {
    does: () => note('was built in 1962'),
    shows: async () => (await engine.notes.get(await notebook())).items.length === 3,
    changes: ['My notes'],
  },
  'a notebook': {
    does: () => engine.notes.create('Second notes'),
    shows: async () => (await engine.notes.list()).length === 2,
  },
  'a chat’s title': {
    does: () => engine.renameSession('s_one', 'Pumps'),
    shows: async () => (await engine.listSessions()).some(({ title }) => title === 'Pumps'),
  },
  'a chat that is pinned': {
    does: () => engine.pinSession('s_one', true),
    shows: async () => (await engine.listSessions()).some(({ pinned }) => pinned),
  },
  'a chat that is brought in': {
    does: () => engine.importSessions(bundle),
    shows: async () => (await engine.listSessions()).some(({ id }) => id === 's_other'),
  },
  'a chat that is taken out': { does: () => exported(), shows: async () => (await exported()).includes('blue') },
  'a setting': {
    does: () => engine.changeSettings({ theme: 'light' }),
    shows: () => engine.getSettings().theme === 'light',
    changes: ['the settings'],
  },
  'own terms': {
    does: () => engine.setTerms([{ english: 'dam', chinese: ['坝'] }]),
    shows: () => engine.listTerms().own.some(({ english }) => english === 'dam'),
    changes: ['the terms'],
  },
  'a folder that is followed': {
    does: () => engine.folders.add({ path: join(folder, 'followed too') }),
    shows: () => engine.folders.list().length === 2,
    changes: ['followed folders'],
  },
  'a decision about a name, taken back': {
    does: async () => engine.graph.decide({ kind: 'undo', entry: (await engine.graph.decisions())[0]?.id ?? '' }),
    shows: async () => (await engine.graph.decisions()).length === 0,
    changes: ['decisions about names'],
  },
  'a set of questions': {
    does: () =>
      engine.evaluation.sets.import('more.jsonl', '{"question":"How high is the dam?","keywords":[["forty"]]}'),
    shows: async () => (await engine.evaluation.sets.list()).some(({ title }) => title === 'more'),
  },
  'a run of a set': {
    does: evaluate,
    shows: async () =>
      (await engine.evaluation.runs.list()).some(({ label, state }) => label === 'Second try' && state === 'done'),
  },
  'a run of research': {
    does: research,
    shows: async () =>
      (await engine.research.list()).some(({ title, state }) => /year/u.test(title) && state === 'done'),
  },
  'a backup': {
    does: () => drain(engine.backups.backUp({ path: join(disk, 'backups', 'b.tar') })),
    shows: async () => (await readdir(join(disk, 'backups'))).includes('b.tar'),
  },
}

/** The code of what a deed ends with; undefined where it succeeds. */
async function endOf(deed: Promise<unknown>): Promise<{ code: string; words: string } | undefined> {
  try {
    await deed
    return undefined
  } catch (thrown) {
    const { code, message, action } = toCairnError(thrown)
    return { code, words: `${message} ${action}` }
  }
}

describe.each(looks(['in clear', 'encrypted'], 0))('a store %s', (form) => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-deeds-'))
    disk = join(folder, 'disk')
    await mkdir(disk)
    isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]).status === 0
    store = join(disk, 'store')
    await prepareStore(store, join(folder, 'files'), { resources })
    await writeFile(join(folder, 'dams.md'), '# Dams\n\nThe dam is forty metres high.\n')
    await mkdir(join(folder, 'followed too'))
    bundle = await bundleOfAnotherStore()
    refused.splice(0)
    engine = await createEngine({ folder: store, resources, ...unlock })
    if (form === 'encrypted') await encrypt(engine)
  }, 120_000)

  afterAll(async () => {
    await engine.close()
    if (isMounted) execFileSync('umount', ['--lazy', disk])
    await rm(folder, { recursive: true, force: true })
  })

  test.for(Object.entries(deeds))(
    '%s with no room is refused or done, changes nothing else, and goes well with room',
    async ([name, { does, shows, changes = [] }], context) => {
      if (!isMounted) return context.skip()
      await mkdir(join(disk, 'backups'), { recursive: true })
      const before = await keptIn(engine)
      const free = await filled()
      const end = await endOf(does())
      await free()
      if (end) refused.push(name)
      if (end)
        expect({ name, ...end }).toMatchObject({ code: 'DISK_FULL', words: expect.stringContaining('ull') as string })
      const { lost, changed } = differencesBetween(before, await keptIn(engine))
      expect(changes).toEqual(expect.arrayContaining([...lost, ...changed]))
      const again = end || !(await shows()) ? await endOf(does()) : undefined
      expect({ name, again }).toEqual({ name, again: undefined })
      await expect.poll(() => Promise.resolve(shows()), { timeout: 20_000 }).toBe(true)
    },
  )

  test('after all of them the store is in order, and a restart shows the same', async (context) => {
    if (!isMounted) return context.skip()
    // Not vacuous: these need room, whatever was freed for the others. A tag may find some on the last page of the list of documents.
    const needRoom = ['a new document', 'a note', 'a setting', 'a run of a set', 'a run of research', 'a backup']
    expect(refused).toEqual(expect.arrayContaining(needRoom))
    const before = await keptIn(engine)
    await engine.close()
    engine = await createEngine({ folder: store, resources, ...unlock })
    expect((await engine.check()).problems.map(noteText)).toEqual([])
    expect(differencesBetween(before, await keptIn(engine))).toEqual({ lost: [], changed: [] })
    expect((await readFile(join(disk, 'backups', 'b.tar'))).length).toBeGreaterThan(0)
  })
})
