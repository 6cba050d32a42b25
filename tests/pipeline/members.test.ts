import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { pack } from 'tar-stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')

let folder = ''
let files = ''
let engine: Engine

const open = () => createEngine({ folder: join(folder, 'store'), resources })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-members-'))
  files = join(folder, 'files')
  engine = await open()
})

beforeEach(() => mkdir(files))

afterEach(async () => {
  await engine.deleteDocuments(engine.listDocuments({}).map(({ id }) => id))
  await rm(files, { recursive: true, force: true })
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

type Files = Record<string, string | Uint8Array>
const zip = (content: Files) =>
  zipSync(
    Object.fromEntries(
      Object.entries(content).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
    ) as Zippable,
  )
const put = (name: string, content: Files | string) =>
  writeFile(join(files, name), typeof content === 'string' ? content : zip(content))

async function add(paths: readonly string[] = [files], collection?: string): Promise<string[]> {
  const last: string[] = []
  for await (const event of engine.ingest({ paths, collection })) {
    if (event.type === 'error') throw new Error(event.error.message)
    if (event.type === 'progress' && event.job === 'ingest') last.splice(0, 1, `${event.done} of ${event.total}`)
  }
  return last
}

const all = () => engine.listDocuments({})
const named = (name: string, where = ''): DocumentRecord => {
  const found = all().find((document) => document.name === name && document.source.includes(where))
  if (!found)
    throw new Error(
      `there is no ${name} in ${all()
        .map((one) => one.name)
        .join(', ')}`,
    )
  return found
}
const states = () => Object.fromEntries(all().map(({ name, status }) => [name, status]))
const textOf = async (name: string) => (await engine.readDocument(named(name).id)).text

async function evidenceFor(question: string): Promise<string[]> {
  const names = new Set<string>()
  for await (const event of engine.ask({ question, search_anyway: true })) {
    if (event.type === 'evidence') for (const item of event.items) names.add(item.document_name)
  }
  return [...names]
}

const pump = '# Zebrafinch pump\n\nThe Zebrafinch pump moves 40 litres a minute.\n'

describe('files in files', () => {
  test('each becomes a document that is found by what it says, and knows the file it came in', async () => {
    await put('x.zip', { 'folder/pump.md': pump, 'empty.txt': '', 'note.txt': 'The cellar is dry.' })
    expect(await add()).toEqual(['4 of 4'])
    expect(states()).toEqual({
      ...{
        'x.zip': 'ready',
        'x.zip › folder/pump.md': 'ready',
        'x.zip › empty.txt': 'failed',
        'x.zip › note.txt': 'ready',
      },
    })
    const outer = named('x.zip')
    const member = named('x.zip › folder/pump.md')
    expect(outer).toMatchObject({ format: 'zip', chunk_count: 0, member_count: 3, part_of: null, title: 'x.zip' })
    expect(member).toMatchObject({
      source: `${outer.source} › folder/pump.md`,
      title: 'Zebrafinch pump',
      part_of: { document: outer.id, path: 'folder/pump.md', content_hash: member.content_hash },
      byte_size: Buffer.byteLength(pump),
    })
    expect(await evidenceFor('How many litres does the Zebrafinch pump move?')).toEqual(['x.zip › folder/pump.md'])
    expect(await textOf('x.zip')).toContain('folder/pump.md (65 bytes)')
    expect(await engine.originalOf(member.id)).toMatchObject({ name: 'pump.md', size: Buffer.byteLength(pump) })
    expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
  })

  test('archives in archives are read three deep, mail in mailboxes with what is attached', async () => {
    const nested = zip({
      '2.zip': zip({ '3.zip': zip({ '4.zip': zip({ 'deep.txt': 'too deep' }), 'c.txt': 'third' }) }),
    })
    const mail = `From a@x.org Mon Jan 03 10:00:00 2022\nMessage-ID: <1@x>\nFrom: a@x.org\nSubject: Pump\nDate: Mon, 3 Jan 2022 10:00:00 +0000\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee the file.\n--b\nContent-Type: text/markdown; name=pump.md\nContent-Disposition: attachment\n\n${pump}\n--b--\n\n`
    await writeFile(join(files, '1.zip'), nested)
    await put('mail.mbox', mail + mail.replaceAll('Pump', 'Again'))
    await writeFile(join(files, 'n.txt.gz'), gzipSync('The cellar is dry.'))
    await add()
    expect(states()).toEqual({
      ...{ '1.zip': 'ready', '1.zip › 2.zip': 'ready', '1.zip › 2.zip › 3.zip': 'ready' },
      ...{ '1.zip › 2.zip › 3.zip › c.txt': 'ready', '1.zip › 2.zip › 3.zip › 4.zip': 'partial' },
      ...{
        'mail.mbox': 'ready',
        'mail.mbox › 2022-01-03 Pump.eml': 'ready',
        'mail.mbox › 2022-01-03 Again.eml': 'ready',
      },
      ...{
        'mail.mbox › 2022-01-03 Pump.eml › pump.md': 'ready',
        'mail.mbox › 2022-01-03 Again.eml › pump.md': 'ready',
      },
      ...{ 'n.txt.gz': 'ready', 'n.txt.gz › n.txt': 'ready' },
    })
    expect(named('1.zip › 2.zip › 3.zip › 4.zip').gaps[0]?.detail).toContain('more than 3 files deep')
    expect(await textOf('mail.mbox › 2022-01-03 Pump.eml')).toContain('Attachment: pump.md')
    expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
  })

  // Catches an answer out of what documents say, or of other files, where the list of files is asked for.
  test('what came in a file is answered from the list of documents, in both languages', async () => {
    await put('old.zip', { 'folder/pump.md': pump, 'in.zip': zip({ 'note.txt': 'The cellar is dry.' }) })
    await put('roof.md', '# Roof\n\nWhat is in the attic is old. The roof leaks.\n')
    const mail = `From: a@x.org\nSubject: Spring order\nDate: Mon, 3 Jan 2022 10:00:00 +0000\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee the file.\n--b\nContent-Type: text/markdown; name=order.md\nContent-Disposition: attachment\n\n${pump}\n--b--\n\n`
    await put('order.eml', mail)
    await add()
    const answer = async (question: string) => {
      let text = ''
      for await (const event of engine.ask({ question })) if (event.type === 'final') text = event.response
      return text
    }
    const inside = /old\.zip › folder\/pump\.md.*old\.zip › in\.zip\)\n.*old\.zip › in\.zip › note\.txt/su
    expect(await answer('What is in old.zip?')).toMatch(inside)
    expect(await answer('What is in old.zip?')).toContain('3 files of “old.zip” are in the library')
    expect(await answer('old.zip里有哪些文件？')).toMatch(inside)
    for (const question of [
      'Which files came with the mail about the spring order?',
      'Which files came with that mail?',
    ]) {
      expect(await answer(question)).toContain('order.eml › order.md')
    }
    expect(await answer('那封邮件带了哪些附件？')).toContain('order.eml › order.md')
    // What a document says is still asked of the document.
    expect(await answer('What is in the attic?')).not.toContain('in the library')
  })

  // Catches packages that are imported otherwise by Node than by the test runner, which unwraps what they export.
  test('messages of Outlook and TAR archives are read in the worker as it is built', async () => {
    const archive = pack()
    archive.entry({ name: 'pump.md' }, pump)
    archive.finalize()
    const pieces: Uint8Array[] = []
    for await (const piece of archive) pieces.push(piece as Uint8Array)
    await writeFile(join(files, 'x.tar'), Buffer.concat(pieces))
    await cp(resolve(import.meta.dirname, '../fixtures/public-files/files/fake-email.msg'), join(files, 'mail.msg'))
    await add()
    expect(states()).toEqual({ 'mail.msg': 'ready', 'x.tar': 'ready', 'x.tar › pump.md': 'ready' })
  })

  test('adding the file again adds nothing; a changed one replaces, adds and removes', async () => {
    await put('x.zip', { 'a.txt': 'Alpha is one.', 'b.txt': 'Beta is two.', 'c.txt': 'Gamma is three.' })
    await add()
    const before = new Map(all().map(({ name, id, live }) => [name, { id, revision: live?.revision }]))
    expect(await add()).toEqual(['1 of 1'])
    expect(new Map(all().map(({ name, id, live }) => [name, { id, revision: live?.revision }]))).toEqual(before)
    await put('x.zip', { 'a.txt': 'Alpha is one.', 'b.txt': 'Beta is twenty.', 'd.txt': 'Delta is four.' })
    expect(await add()).toEqual(['3 of 3'])
    expect(states()).toEqual({
      'x.zip': 'ready',
      'x.zip › a.txt': 'ready',
      'x.zip › b.txt': 'ready',
      'x.zip › d.txt': 'ready',
    })
    expect(named('x.zip › a.txt').live?.revision).toBe(before.get('x.zip › a.txt')?.revision)
    expect(named('x.zip › b.txt').id).toBe(before.get('x.zip › b.txt')?.id)
    expect(await textOf('x.zip › b.txt')).toBe('Beta is twenty.')
    expect(named('x.zip').member_count).toBe(3)
    expect(await engine.check()).toMatchObject({ ok: true, problems: [], counts: { documents: 4 } })
  })

  test('members that were deleted, trashed or failed are read again with their file', async () => {
    await put('x.zip', {
      'a.txt': 'Alpha is one.',
      'b.txt': 'Beta is two.',
      'inner.zip': zip({ 'c.txt': 'Gamma is three.' }),
    })
    await add()
    await engine.deleteDocuments([named('x.zip › a.txt').id, named('x.zip › inner.zip › c.txt').id])
    await engine.trashDocuments([named('x.zip › b.txt').id])
    expect(Object.keys(states())).toEqual(['x.zip', 'x.zip › inner.zip'])
    await add()
    expect(Object.keys(states()).toSorted()).toEqual([
      ...['x.zip', 'x.zip › a.txt', 'x.zip › b.txt', 'x.zip › inner.zip', 'x.zip › inner.zip › c.txt'],
    ])
    expect(Object.values(states())).toEqual(Array(5).fill('ready'))
  })

  test('what is done to a file is done to what it holds: trash, undo, moving, deleting', async () => {
    await put('x.zip', { 'a.txt': 'Alpha is one.', 'inner.zip': zip({ 'b.txt': 'Beta is two.', 'c.txt': 'Gamma.' }) })
    await put('other.md', pump)
    await add()
    const { id } = named('x.zip')
    expect(await engine.trashDocuments([id])).toMatchObject({ trashed: [id] })
    expect(Object.keys(states())).toEqual(['other.md'])
    expect(await engine.restoreDocuments([id])).toEqual([id])
    expect(all()).toHaveLength(6)

    const alone = named('x.zip › inner.zip › c.txt').id
    await engine.trashDocuments([alone])
    await new Promise((wait) => setTimeout(wait, 2))
    await engine.trashDocuments([id])
    await engine.restoreDocuments([id])
    expect(all().map((one) => one.id)).not.toContain(alone)
    await engine.trashDocuments([id])
    // A member that is brought back brings back the file it came in, or would go with it.
    await engine.restoreDocuments([alone])
    expect(Object.keys(states()).toSorted()).toEqual([
      ...['other.md', 'x.zip', 'x.zip › inner.zip', 'x.zip › inner.zip › c.txt'],
    ])
    await engine.restoreDocuments([id])

    await engine.updateDocuments({ ids: [id], collection: 'c', add_tags: ['t'] })
    expect(engine.listDocuments({ collection: 'c' }).every(({ tags }) => tags.includes('t'))).toBe(true)
    expect(all().filter(({ collection }) => collection === 'c').length).toBe(all().length - 1)

    expect(await engine.deleteDocuments([id])).toEqual([id])
    expect(Object.keys(states())).toEqual(['other.md'])
    expect(await engine.check()).toMatchObject({ ok: true, problems: [], counts: { documents: 1, objects: 2 } })
  })

  test('a moved file keeps its members under its new name', async () => {
    await put('x.zip', { 'a.txt': 'Alpha is one.' })
    await add()
    const { id } = named('x.zip › a.txt')
    await rename(join(files, 'x.zip'), join(files, 'y.zip'))
    await add()
    expect(Object.keys(states()).toSorted()).toEqual(['y.zip', 'y.zip › a.txt'])
    expect(named('y.zip › a.txt')).toMatchObject({ id, source: `${join(files, 'y.zip')} › a.txt` })
  })

  test('a file on disk whose name is that of a member is another document', async () => {
    await put('x.zip', { 'a.txt': 'Alpha is one.' })
    await put('x.zip › a.txt', 'Beta is two.')
    await add()
    expect(
      all()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['x.zip', 'x.zip › a.txt', 'x.zip › a.txt'])
    expect(await add()).toEqual(['2 of 2'])
    expect(all()).toHaveLength(3)
  })

  test('an upload that is deleted leaves neither its file nor its members', async () => {
    const bytes = (async function* () {
      yield await Promise.resolve(zip({ 'a.txt': 'Alpha is one.' }))
    })()
    const path = await engine.receiveFile('up.zip', bytes)
    await add([path])
    await engine.deleteDocuments([named('up.zip').id])
    expect(existsSync(path)).toBe(false)
    expect(await engine.check()).toMatchObject({ ok: true, counts: { documents: 0, objects: 0 } })
  })

  test('a damaged new version costs none of the members that were read', async () => {
    await put('x.zip', { 'a.txt': 'Alpha is one.' })
    await add()
    const whole = await readFile(join(files, 'x.zip'))
    await writeFile(join(files, 'x.zip'), whole.subarray(0, whole.length - 30))
    await add()
    expect(states()).toEqual({ 'x.zip': 'failed', 'x.zip › a.txt': 'ready' })
    await writeFile(join(files, 'x.zip'), whole)
    await add()
    expect(states()).toEqual({ 'x.zip': 'ready', 'x.zip › a.txt': 'ready' })
  })

  test('a member that is deleted while its file is read again, and a file that is deleted while its members are', async () => {
    const content = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}.txt`, `Number ${at} is here.`]))
    await put('x.zip', content)
    const work = add()
    while (all().length < 10) await new Promise((wait) => setTimeout(wait, 5))
    await engine.deleteDocuments([named('x.zip').id])
    await work
    expect(all()).toEqual([])
    expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
  })

  // Catches members that appear in the list, or bring their file back, while that lies in the trash.
  test('a file that is trashed while it is unpacked takes all its members along, and brings them back', async () => {
    const content = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}.txt`, `Number ${at} is here.`]))
    await put('x.zip', content)
    const work = add()
    while (all().length < 10) await new Promise((wait) => setTimeout(wait, 2))
    const { id } = named('x.zip')
    await engine.trashDocuments([id])
    await work
    expect(all()).toEqual([])
    await engine.restoreDocuments([id])
    expect(all()).toHaveLength(61)
    expect(all().filter(({ status }) => status !== 'ready')).toEqual([])
  })

  // Catches members that are lost, or there twice, when everything ends in the middle.
  test('what was stopped half-way goes on, once', async () => {
    const content = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`f${at}.txt`, `Number ${at} is here.`]))
    await put('x.zip', content)
    const store = join(folder, 'stopped')
    for (const until of [1, 20, 60]) {
      const one = await createEngine({ folder: store, resources })
      const job = one.addDocuments({ paths: [files] })
      while (one.listDocuments({}).length < until) await new Promise((wait) => setTimeout(wait, 2))
      expect(job).not.toBe('')
      await one.close()
    }
    const last = await createEngine({ folder: store, resources })
    try {
      for await (const { type } of last.ingest({ paths: [files] })) expect(type).not.toBe('error')
      const documents = last.listDocuments({})
      expect(documents).toHaveLength(81)
      expect(new Set(documents.map(({ name }) => name)).size).toBe(81)
      expect(documents.filter(({ status }) => status !== 'ready')).toEqual([])
      expect(await last.check()).toMatchObject({ ok: true, problems: [], counts: { chunks: 80 } })
      expect(await readdir(join(store, 'tmp'))).toEqual([])
    } finally {
      await last.close()
    }
  })
})

describe('where documents are from', () => {
  test('folders become collections where that is asked for or set, for new documents only', async () => {
    await mkdir(join(files, 'reports/2024'), { recursive: true })
    await put('a.txt', 'Alpha is one.')
    await put('reports/2024/b.zip', { 'c.txt': 'Gamma is three.' })
    const collections = () => Object.fromEntries(all().map(({ name, collection }) => [name, collection]))
    for await (const { type } of engine.ingest({ paths: [files], folders: 'collections' }))
      expect(type).not.toBe('error')
    expect(collections()).toEqual({
      'a.txt': 'files',
      'b.zip': 'files/reports/2024',
      'b.zip › c.txt': 'files/reports/2024',
    })
    await engine.updateDocuments({ ids: [named('a.txt').id], collection: 'mine' })
    await put('reports/d.txt', 'Delta is four.')
    await engine.changeSettings({ library: { folders: 'collections' } })
    await add([files], 'station')
    expect(collections()).toMatchObject({ 'a.txt': 'mine', 'b.zip': 'files/reports/2024', 'd.txt': 'station/reports' })
    await engine.changeSettings({ library: { folders: 'flat' } })
    await add([files], 'flat')
    expect(new Set(Object.values(collections()))).toEqual(new Set(['flat']))
  })

  test('a record says when its file was changed, and who wrote it and when as far as it says so', async () => {
    const changed = new Date('2021-02-03T04:05:06Z')
    await put('mail.eml', 'From: Alice <a@x.org>\nDate: Mon, 3 Jan 2022 10:00:00 +0000\nSubject: Roof\n\nIt leaks.\n')
    await utimes(join(files, 'mail.eml'), changed, changed)
    await add()
    expect(named('mail.eml')).toMatchObject({
      modified_at: changed.getTime(),
      authors: ['Alice <a@x.org>'],
      written_at: '2022-01-03T10:00:00.000Z',
    })
    const bytes = (async function* () {
      yield await Promise.resolve(Buffer.from('The upload says that Zebrafinch is blue.'))
    })()
    await add([await engine.receiveFile('up.txt', bytes)])
    expect(named('up.txt')).toMatchObject({ modified_at: null, authors: [], written_at: null })
  })

  // Catches papers that are listed under the names of their files though the bibliography beside them says what they are.
  test('a bibliography names the files it lists, within its folder only', async () => {
    const papers = join(files, 'papers')
    await mkdir(join(papers, 'files/7'), { recursive: true })
    await mkdir(join(papers, 'files/8'))
    await put('papers/files/7/smith.txt', 'The snow is deep.')
    await put('papers/files/8/smith.txt', 'The ice is thin.')
    await put('papers/lee.txt', 'The lake is wide.')
    await put('other.txt', 'The hut is small.')
    const entry = (key: string, file: string) =>
      `@article{${key},\n author = {Smith, Ann and Öst, Carl},\n title = {On ${key}},\n year = {1998},\n file = {${file}}\n}\n`
    const written =
      entry('snow', 'Full Text:files/7/smith.txt:text/plain') +
      entry('ice', 'C:\\Users\\ann\\Zotero\\files\\8\\smith.txt') +
      entry('huts', '../other.txt')
    await put('papers/library.bib', written)
    await put(
      'papers/more.ris',
      'TY  - JOUR\nAU  - Lee, Bo\nTI  - On lakes\nPY  - 2001\nL1  - file:///home/bo/lee.txt\nER  - \n',
    )
    await add()
    expect(named('smith.txt', 'files/7')).toMatchObject({
      title: 'On snow',
      authors: ['Ann Smith', 'Carl Öst'],
      written_at: '1998',
    })
    expect(named('smith.txt', 'files/8')).toMatchObject({ title: 'On ice', written_at: '1998' })
    expect(named('lee.txt')).toMatchObject({ title: 'On lakes', authors: ['Bo Lee'], written_at: '2001' })
    expect(named('other.txt')).toMatchObject({ title: 'other', authors: [], written_at: null })
    await put('papers/lee.txt', 'The lake is wider than it was.')
    await add()
    expect(named('lee.txt')).toMatchObject({ title: 'On lakes', status: 'ready' })
  })
})
