import { copyFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Keychain } from '@engine/platform/sealing/kept-secret'
import type { Engine } from '@engine/ports/engine-interface'
import { planOf, task } from '../support/research/runs-kit'
import {
  ask,
  below,
  drain,
  type FileKind,
  kindsOfFile,
  type Opening,
  prepareStore,
  type StoredObjects,
  whenRead,
} from './damaged-store'

/** The passphrase that the store opens by, and the one that it had before. */
export const passphrase = 'pelican lamp 铁塔'
export const earlierPassphrase = 'the passphrase of before'

/** A keychain that keeps nothing from anybody: opening by a passphrase takes half a second. */
export const openKeychain: Keychain = {
  isThere: () => Promise.resolve(true),
  seal: (secret) => Promise.resolve(Buffer.from(secret).reverse()),
  open: (sealed) => Promise.resolve(Buffer.from(sealed).reverse().toString('utf8')),
}

/** Files of the store that are in clear beside those that the guide names: no test of encryption sets them up. */
export const alsoInClear =
  /^(?:terms\.json|tool-servers\.json|tool-consents\.json|server-keys\.json|doors\.json|exchange-rates\.dat|backup-schedule\.json|vault-key|network\/.*)$/u

/**
 * The store of the other tables, encrypted, and with two of everything that could be taken for another. `older` becomes a copy of it as it was before the
 * last changes. `pictures` is where the pictures lie that OCR reads, if any.
 */
export async function prepareSealedStore(
  place: { readonly store: string; readonly older: string; readonly files: string },
  { opening, pictures }: { readonly opening: Opening; readonly pictures: string | undefined },
): Promise<StoredObjects> {
  const { store, older, files } = place
  const objects = await prepareStore(store, files, opening)
  const engine = await createEngine({ folder: store, ...opening })
  try {
    await engine.encryption.turnOn({ passphrase: earlierPassphrase, keep: true })
    await whenSealed(engine)
    await addSeconds(engine, files, pictures)
  } finally {
    await engine.close()
  }
  await cp(store, older, { recursive: true, preserveTimestamps: true })
  const again = await createEngine({ folder: store, ...opening })
  try {
    await addLater(again)
  } finally {
    await again.close()
  }
  return objects
}

export async function whenSealed(engine: Engine): Promise<void> {
  await vi.waitFor(async () => expect((await engine.encryption.state()).work).toBeNull(), { timeout: 60_000 })
}

/** One more of each kind: a pasted text, two searched notebooks, a set of questions, a run of it, research, tables, and two pictures that are read. */
async function addSeconds(engine: Engine, files: string, pictures: string | undefined): Promise<void> {
  const later = join(files, '..', 'later')
  await mkdir(later)
  await writeFile(join(later, 'masts.csv'), 'Mast,Metres\nRidge,31\nSaddle,12\nSummit,9\n')
  if (pictures !== undefined) await putPictures(pictures, later)
  await drain(engine.ingest({ paths: [later] }))
  await engine.addText({ text: 'The dial is white and was built in 1990.', name: 'dial' })
  for (const name of ['Plover plans', 'Ibis plans']) {
    const { id } = await engine.notes.create(name)
    await engine.notes.add(id, { kind: 'text', text: `${name}: a ring is blue.`, sources: [], refs: [], from: {} })
    await engine.notes.useAsEvidence(id, true)
  }
  const asked = { id: 'year', question: 'When was the pump built?', keywords: [['1962']], expect: 'answer' } as const
  const questions = [{ ...asked, keywords: [['1962']], previous: [], sources: [], tools: [] }]
  const set = await engine.evaluation.sets.save({ title: 'Our questions', questions })
  const evaluated = await engine.evaluation.runs.start({ set_id: set.id, label: 'Second try' })
  await drain(engine.evaluation.runs.follow(evaluated.id))
  const plan = planOf([task(1, { description: 'When was the pump built?' })], { goal: 'The year of the pump' })
  const run = await engine.research.start({ plan, at_once: true })
  await drain(engine.research.follow(run.id, -1))
  await ask(engine, 's_one', 'Which mast has the most metres?')
  if (pictures !== undefined) await drain(engine.readScans())
  await whenRead(engine, ...documentsOfSealed(pictures !== undefined).filter((name) => name !== 'lever.md'))
}

/** Two of one picture, the other with a byte behind its end: what OCR reads of them takes seconds. */
async function putPictures(from: string, to: string): Promise<void> {
  const picture = await readFile(join(from, 'heron-hut.png'))
  await writeFile(join(to, 'hut.png'), picture)
  await writeFile(join(to, 'hut again.png'), Buffer.concat([picture, Buffer.from([1])]))
}

/** What older copies of files do not know. */
async function addLater(engine: Engine): Promise<void> {
  await engine.encryption.changePassphrase(earlierPassphrase, passphrase)
  await ask(engine, 's_two', 'What colour is the valve?')
  const mine = (await engine.notes.list()).find(({ title }) => title === 'My notes')
  await engine.notes.add(mine?.id ?? '', { kind: 'text', text: 'Later.', sources: [], refs: [], from: {} })
  await engine.addText({ text: 'The lever is black and was built in 1999.', name: 'lever' })
  await whenRead(engine, 'lever.md')
}

/** The newest file below a folder of the store whose path ends so, or the two last by name. */
export function pairBelow(part: string, ending: RegExp) {
  return async (store: string): Promise<readonly [string, string]> => {
    const found = await readdir(join(store, part), { recursive: true, withFileTypes: true })
    const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
    const [one, other] = files.filter((path) => ending.test(path)).toSorted()
    if (one === undefined || other === undefined) throw new Error(`No two files below ${part}`)
    return [one, other]
  }
}

/** The folder of the search tables. */
async function tablesIn(store: string): Promise<string> {
  const name = (await readdir(store)).find((one) => /^sealed-\d+$/u.test(one))
  if (name === undefined) throw new Error('No sealed tables')
  return name
}

const inTables =
  (ending: RegExp): FileKind['find'] =>
  async (store) =>
    below(await tablesIn(store), ending)(store)

/** The pasted text of a document, and notes that are searched: under sealed names, each by itself below its folder. */
const ownFile = (part: string): FileKind['find'] => below(part, /./u)

/** Every kind of file that is another one in an encrypted store than in one in clear. */
export function sealedKinds(objects: () => StoredObjects): Readonly<Record<string, FileKind>> {
  const inClear = kindsOfFile(objects)
  const kept = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, kindNamed(inClear, name)] as const))
  const oneOf = (name: string, ...mayLose: string[]) => ({ ...kindNamed(inClear, name), mayLose, isOne: true })
  const sealed = (which: keyof StoredObjects) => async (store: string) =>
    Promise.resolve([sealedPath(store, objects()[which])])
  const lists = ['list of documents', 'its copy', 'its seal']
  const tables = { mayLose: [], answers: [['What colour is the pump?', /blue/u]] } as const
  const cells = { mayLose: [], answers: [['Which tank has the most litres?', /120/u]] } as const
  return {
    ...kept(...lists),
    'the list and its copy': {
      ...kindNamed(inClear, 'the list and its copy'),
      mayLose: documentsOfSealed(true),
    },
    'original whose file is there': { find: sealed('pumps'), mayLose: [] },
    'original whose file is gone': { find: sealed('mobile'), mayLose: ['mobile.md'] },
    'original of a pasted text': { find: sealed('gauge'), mayLose: [] },
    'structure of a text': { find: sealed('structure'), mayLose: [] },
    'a text that was pasted': { find: ownFile('inbox'), mayLose: [] },
    'a notebook that is searched': { find: ownFile('notes/documents'), mayLose: [] },
    ...kept('a chat', 'its head', 'how that run ended', 'list of what is kept', 'store.json', 'decisions about names'),
    'a notebook': oneOf('a notebook with a highlight', 'My notes', 'Plover plans', 'Ibis plans'),
    'a run of research': oneOf('a run of research', 'the research', 'The year of the pump'),
    'a set of questions': oneOf('a set of questions', 'My questions', 'Our questions'),
    'a run of a set': oneOf('a run of a set', 'First try', 'Second try'),
    'what OCR has read': { find: below('ocr', /\.jsonl$/u), mayLose: [] },
    'what the graph read': { find: below('graph', /\.share$/u), ...tables },
    'cells of a table': { find: below('tables', /\.duckdb$/u), ...cells },
    'list of tables': { find: below('tables', /index\.jsonl$/u), ...cells },
    'rows of the search tables': { find: inTables(/chunks\.lance.data[^/\\]*.[^/\\]+\.lance$/u), ...tables },
    'index of the search tables': { find: inTables(/_indices.+tokens\.lance$/u), ...tables },
    'version of the search tables': { find: inTables(/chunks\.lance._versions.+\.manifest$/u), ...tables },
    'published.json': { find: inTables(/published\.json$/u), ...tables },
    'term statistics': { find: inTables(/term-statistics\.bin$/u), ...tables },
  }
}

/** All documents of the prepared store. */
export function documentsOfSealed(hasPictures: boolean): string[] {
  const pictures = hasPictures ? ['hut.png', 'hut again.png'] : []
  const notes = ['Plover plans.cairn-notes', 'Ibis plans.cairn-notes']
  return ['pumps.md', 'mobile.md', 'gauge.md', 'tanks.csv', 'masts.csv', 'dial.md', 'lever.md', ...pictures, ...notes]
}

function kindNamed(kinds: Readonly<Record<string, FileKind>>, name: string): FileKind {
  const kind = kinds[name]
  if (!kind) throw new Error(`There is no kind of file called ${name}`)
  return kind
}

export function sealedPath(store: string, hash: string): string {
  return join(store, 'objects', hash.slice(0, 2), `${hash}.sealed`)
}

/** Puts a file as it was in another store, or in an older copy of this one, in the place of what is there. */
export async function putFrom(other: string, store: string, path: string): Promise<void> {
  await copyFile(join(other, path.slice(store.length + 1)), path)
}
