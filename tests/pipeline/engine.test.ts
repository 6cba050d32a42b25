import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { noteTexts } from '@shared/note'
import { validateSessionContext } from '@shared/session/validate-session'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { rounds } from '../rounds'
import { copySampleStore } from '../sample-store'
import { checkCitations } from './check-citations'

const resources = resolve(import.meta.dirname, '../../resources')
const sample = join(resources, 'sample')

let folder = ''
let files = ''
let session = ''
let engine: Engine

// One engine for all tests: its threads take longer to start than a test does. Each test leaves it without documents.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-engine-'))
  files = join(folder, 'files')
  engine = await open()
})

beforeEach(async ({ task }) => {
  session = task.id
  await mkdir(files)
})

afterEach(async () => {
  await engine.deleteDocuments(engine.listDocuments({}).map(({ id }) => id))
  await rm(files, { recursive: true, force: true })
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const open = () => createEngine({ folder: join(folder, 'store'), resources })

async function collect(events: AsyncIterable<CairnEvent>): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

const add = (...paths: string[]) => collect(engine.ingest({ paths }))
const ask = (question: string) => collect(engine.ask({ question, session_id: session }))
const write = (name: string, text: string) => writeFile(join(files, name), text)
const only = () => {
  const [document, ...others] = engine.listDocuments({})
  if (!document || others.length > 0)
    throw new Error(`expected one document, found ${others.length + (document ? 1 : 0)}`)
  return document
}

async function bytesUnder(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)('grep', ['-rlaE', 'Zebrafinch|zebrafinch', path]).catch(() => ({
    stdout: '',
  }))
  return stdout
}

describe('adding documents', () => {
  test('an unchanged file is skipped, a changed one replaced, a moved one keeps its identity', async () => {
    await write('a.md', '# Pumps\n\nThe pump moves 40 litres.\n')
    await add(files)
    const first = only()
    expect((await add(files)).some((event) => event.type === 'progress' && event.message.endsWith('unchanged'))).toBe(
      true,
    )
    expect(only().live).toEqual(first.live)

    await write('a.md', '# Pumps\n\nThe pump moves 55 litres.\n')
    await add(files)
    expect(only()).toMatchObject({ id: first.id, status: 'ready' })
    expect((await engine.readDocument(first.id)).text).toContain('55 litres')
    const answer = (await ask('How many litres does the pump move?')).at(-1)
    expect(answer).toMatchObject({ response: expect.stringContaining('55 litres') as string })
    expect(answer).toMatchObject({ response: expect.not.stringContaining('40 litres') as string })

    await rename(join(files, 'a.md'), join(files, 'b.md'))
    await add(files)
    expect(only()).toMatchObject({ id: first.id, name: 'b.md', source: join(files, 'b.md') })
  })

  test('broken files fail alone, with an error that says what to do', async () => {
    await write('good.md', 'The pump is blue.')
    await write('empty.txt', '')
    await writeFile(join(files, 'broken.pdf'), '%PDF-1.7 nothing behind it')
    await writeFile(join(files, 'fake.docx'), Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]))
    await add(files, join(files, 'missing.md'))
    const states = new Map(engine.listDocuments({}).map((document) => [document.name, document]))
    expect(states.get('good.md')?.status).toBe('ready')
    for (const name of ['empty.txt', 'broken.pdf', 'fake.docx', 'missing.md']) {
      const { status, error } = states.get(name) ?? {}
      expect({ name, status }).toEqual({ name, status: 'failed' })
      expect(error?.code).not.toBe('INTERNAL')
      expect(error?.message.length).toBeGreaterThan(5)
      expect(error?.action.length).toBeGreaterThan(5)
    }
  })

  test('a file that failed is read again once it is mended; a good one that breaks stays searchable', async () => {
    await write('a.txt', '')
    await add(files)
    expect(only().status).toBe('failed')
    await write('a.txt', 'The pump is green.')
    await add(files)
    expect(only().status).toBe('ready')
    await write('a.txt', '')
    await add(files)
    expect(only()).toMatchObject({ status: 'failed', error: { code: 'FILE_EMPTY' } })
    expect((await ask('What colour is the pump?')).at(-1)).toMatchObject({
      response: expect.stringContaining('green') as string,
    })
  })

  test('two jobs over the same folder at once make every document once; the last progress event says all are done', async () => {
    const count = 6
    for (let at = 0; at < count; at += 1) await write(`n${at}.md`, `# Note ${at}\n\nThe valve ${at} is open.`)
    const [events] = await Promise.all([add(files), add(files)])
    const lasts = ['ingest', 'mapping'].map((job) => events.findLast((event) => 'job' in event && event.job === job))
    expect(lasts[0]).toMatchObject({ type: 'progress', done: count, total: count })
    expect(events.at(-1)).toBe(lasts[1] ?? lasts[0])
    expect(engine.graph.state().documents).toMatchObject({ total: count })
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at))
    expect(
      engine
        .listDocuments({})
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual((await readdir(files)).toSorted())
    expect(await engine.check()).toMatchObject({ ok: true })
  })

  test('leaving the progress loop stops the job, and the next one finishes it', async () => {
    const count = rounds(12, 30)
    for (let at = 0; at < count; at += 1) await write(`n${at}.md`, `# Note ${at}\n\nThe valve ${at} is open.`)
    for await (const event of engine.ingest({ paths: [files] })) if (event.type === 'progress' && event.done >= 3) break
    await add(files)
    expect(engine.listDocuments({}).filter(({ status }) => status === 'ready')).toHaveLength(count)
    expect(await engine.check()).toMatchObject({ ok: true })
  })
})

describe('moved files', () => {
  test('of two copies of a vanished file one is that document and the other a new one', async () => {
    await write('a.md', 'The pump is blue.')
    await add(files)
    const { id } = only()
    await copyFile(join(files, 'a.md'), join(files, 'b.md'))
    await rename(join(files, 'a.md'), join(files, 'c.md'))
    await add(files)
    const documents = engine.listDocuments({})
    expect(documents.map(({ name }) => name).toSorted()).toEqual(['b.md', 'c.md'])
    expect(documents.filter((document) => document.id === id)).toHaveLength(1)
    expect(documents.map(({ status }) => status)).toEqual(['ready', 'ready'])
  })
})

describe('deleting documents', () => {
  test('leaves no byte of them in the store', async () => {
    await write('secret.md', '# Zebrafinch\n\nThe zebrafinch sleeps in the boiler room.')
    await write('copy.md', '# Zebrafinch\n\nThe zebrafinch sleeps in the boiler room.')
    await write('other.md', 'The pump is blue.')
    await add(files)
    const ids = engine
      .listDocuments({})
      .filter(({ name }) => name !== 'other.md')
      .map(({ id }) => id)
    expect(ids).toHaveLength(2)
    // While its copy is still there, the shared text must stay readable.
    await engine.deleteDocuments(ids.slice(0, 1))
    expect((await engine.readDocument(ids[1] ?? '')).text).toContain('zebrafinch')
    await engine.deleteDocuments(ids.slice(1))
    expect(await bytesUnder(join(folder, 'store'))).toBe('')
    expect((await ask('Where does the zebrafinch sleep?')).find((event) => event.type === 'shortcut')?.shortcut).toBe(
      'C',
    )
    expect(await engine.check()).toMatchObject({ ok: true })
  })
})

describe('answering', () => {
  test('sessions are valid contexts of schema 1.0 and survive a restart', async () => {
    await write('a.md', '# Pumps\n\nThe main pump was installed in 2019. It moves 40 litres.')
    await add(files)
    await ask('When was the main pump installed?')
    await ask('你好')
    const before = await engine.getSession(session)
    expect(validateSessionContext(before)).toEqual({ context: before })
    await engine.close()
    engine = await open()
    expect(await engine.getSession(session)).toEqual(before)
    expect(before.session.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(before.context_blocks.some(({ block_type }) => block_type === 'evidence')).toBe(true)
  })

  test('a follow-up is understood from the turn before', async () => {
    await write('a.md', 'The HydroSonde was bought in 2021. The HydroSonde weighs 4 kg.\n\nThe BaroCube weighs 9 kg.')
    await add(files)
    await ask('When was the HydroSonde bought?')
    expect((await ask('How much does it weigh?')).at(-1)).toMatchObject({
      response: expect.stringContaining('4 kg') as string,
    })
  })

  test('two turns of one session at once run one after the other and are both kept', async () => {
    await write('a.md', 'The pump is blue. The valve is red.')
    await add(files)
    await Promise.all([ask('What colour is the pump?'), ask('What colour is the valve?')])
    const { session: kept } = await engine.getSession(session)
    expect(kept.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  })
})

describe('opening a store', () => {
  test('a second engine on the same store is refused in words', async () => {
    await expect(open()).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      message: expect.stringContaining(String(process.pid)) as string,
    })
  })

  test('a text that has rotted is made again from the kept original, even when the file is gone', async () => {
    await write('a.md', '# Pumps\n\nThe pump moves 40 litres.')
    await add(files)
    const { id, live } = only()
    const object = live?.text_object ?? ''
    await rm(files, { recursive: true })
    // Another file may have the same bytes: here text and original do, so only the structure can rot apart.
    const structure = live?.structure_object ?? ''
    await writeFile(join(folder, 'store', 'objects', structure.slice(0, 2), structure), '{"rotten"')
    expect(noteTexts((await engine.check()).problems)).toContain(structure)
    await collect(engine.rebuild())
    expect(engine.getDocument(id)).toMatchObject({ status: 'ready', live: { text_object: object } })
    expect(await engine.check()).toMatchObject({ ok: true, problems: [] })
    expect((await engine.readDocument(id)).structure.title).toBe('Pumps')
  })

  test('lost tables are made again from the kept texts, without the original files', async () => {
    await copyFile(join(sample, 'station-handbook.md'), join(files, 'handbook.md'))
    await add(files)
    await rm(files, { recursive: true })
    const { chunks } = await engine.info()
    await engine.close()
    await rm(join(folder, 'store', 'lance'), { recursive: true })
    engine = await open()
    await collect(engine.rebuild())
    expect((await engine.info()).chunks).toBe(chunks)
    expect(await engine.check()).toMatchObject({ ok: true })
  })

  test('a lost list of documents costs no stored file (bug: the next start sweeps them all away)', async () => {
    await write('a.md', 'The zebrafinch sleeps in the boiler room.')
    await add(files)
    await engine.close()
    for (const name of ['documents.jsonl', 'documents.copy.jsonl', 'documents.seal'])
      await rm(join(folder, 'store', name))
    engine = await open()
    await write('b.md', 'The pump is blue.')
    await add(join(files, 'b.md'))
    await engine.close()
    engine = await open()
    expect(await bytesUnder(join(folder, 'store'))).toContain('objects-kept-')
  })
})

describe('the sample collection', () => {
  let library: Engine

  beforeAll(async () => {
    await copySampleStore(join(folder, 'sample'))
    library = await createEngine({ folder: join(folder, 'sample'), resources })
  })

  afterAll(() => library.close())

  test('has become ready, every document of it', async () => {
    const names = await readdir(sample)
    expect(
      library
        .listDocuments({})
        .map(({ name, status }) => `${name} ${status}`)
        .toSorted(),
    ).toEqual(names.map((name) => `${name} ready`).toSorted())
  })

  // Catches offsets that drift anywhere between parser, chunker, window, extraction and citation.
  test('every cited range of every document of the sample, read back, is what the answer says', async () => {
    await checkCitations(library)
  })

  test('every citation, read back from the stored text, is the sentence it stands behind', async () => {
    const questions = [
      'How long does the cable car take?',
      '水位多久测量一次？',
      'Which instruments are compared?',
      '2025年的预算是多少？',
    ]
    let checked = 0
    for (const question of questions) {
      const events = await collect(library.ask({ question, session_id: 's' }))
      const items = events.flatMap((event) => (event.type === 'evidence' ? event.items : []))
      // What a tool gave stands in no document.
      for (const item of items.filter(({ kind }) => kind !== 'tool')) {
        const { text } = await library.readDocument(item.document_id)
        expect(text.slice(item.start, item.end)).toBe(item.text)
      }
      const final = events.find((event) => event.type === 'final')
      for (const ref of final?.refs ?? []) {
        const item = items.find(({ evidence_id }) => evidence_id === ref.evidence_id)
        const [from, to] = ref.selector.replace('chars:', '').split('-').map(Number)
        const squeeze = (text = '') => text.replaceAll(/\s+/gu, '')
        expect(squeeze(final?.response.slice(ref.response_start, ref.response_end))).toBe(
          squeeze(item?.text.slice(from, to)),
        )
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(questions.length - 1)
  })
})
