import { describe, expect, test } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import type { CairnEvent } from '@shared/events'
import type { PipelineRooms } from '@engine/pipeline/turn'
import { replayTurn } from '@engine/pipeline/replay/replay-turn'
import { fakeLanguageModels } from '../fakes/language-models'
import { fakeRooms, outline, runTurn } from '../fakes/pipeline-rooms'
import { fakeSessionStore } from '../fakes/session-store'
import { documentRecord, liveRevision } from '../unit/storage/store-fixture'

/** Local time, because people mean their own days. 24 November 2026 is a Tuesday. */
const at = (day: number, month = 11) => new Date(2026, month - 1, day, 9).getTime()
const now = at(24)

const texts = [
  { name: 'pumps.md', text: 'The main pump stands in the valve house. Dana Reed looks after the pump.' },
  { name: 'pumps copy.md', text: 'The main pump stands in the valve house. Dana Reed looks after the pump.' },
  { name: 'snow.pdf', text: 'The snow cover is measured every Friday. The pump is switched off in snow.' },
  { name: 'dogs.txt', text: 'Dogs stay on the lead in the valley.' },
]

function readRecord(name: string, fields: Partial<DocumentRecord> = {}): DocumentRecord {
  // The index in memory calls its documents so.
  const indexed = texts.findIndex((document) => document.name === name)
  return documentRecord(indexed < 0 ? name : `d${indexed}`, 'r1', { name, title: '', created_at: at(2, 10), ...fields })
}

const failed: Partial<DocumentRecord> = {
  status: 'failed',
  live: null,
  format: null,
  error: { code: 'FILE_ENCRYPTED', message: 'The PDF is protected with a password.', action: '' },
}
const sameText = { ...liveRevision('r1'), text_object: 'c'.repeat(64) }

const library = [
  readRecord('pumps.md', { title: 'Pumps', live: sameText, byte_size: 3000, created_at: at(17) }),
  readRecord('pumps copy.md', { title: 'Pumps', live: sameText, byte_size: 3000, created_at: at(18) }),
  readRecord('snow.pdf', {
    format: 'pdf',
    live: { ...liveRevision('r1'), text_object: 'd'.repeat(64) },
    byte_size: 2_500_000,
    created_at: at(23),
  }),
  readRecord('dogs.txt', { format: 'text', live: { ...liveRevision('r1'), text_object: 'e'.repeat(64) } }),
  readRecord('secret.pdf', { ...failed, byte_size: 900, created_at: at(20) }),
]

/** The rooms of a library whose catalogue and index agree, with filters as the store has them. */
async function roomsAndSessions(records: readonly DocumentRecord[]) {
  const { rooms, sessions } = await fakeRooms(texts)
  const index: PipelineRooms['index'] = {
    ...rooms.index,
    async textSearch(query, { filter, ...options }) {
      const { documents: only, not_documents: left } = filter ?? {}
      const hits = await rooms.index.textSearch(query, { ...options, limit: 10_000 })
      return hits
        .filter(({ chunk: { doc_id: id } }) => (only?.includes(id) ?? true) && !left?.includes(id))
        .slice(0, options.limit)
    },
  }
  const facts: PipelineRooms['library'] = {
    ...rooms.library,
    documents: () =>
      records
        .filter(({ live }) => live !== null)
        .map(({ id, name, title, format, gaps }) => ({ id, name, title: title || name, chunks: 1, format, gaps })),
    unread: () =>
      records
        .filter(({ live }) => live === null)
        .map(({ id, format, status }) => ({ id, format, failed: status === 'failed' })),
    records: () => records,
  }
  return { rooms: { ...rooms, index, library: facts, now: () => now }, sessions }
}

const roomsOf = async (records: readonly DocumentRecord[]) => (await roomsAndSessions(records)).rooms

const finalOf = (events: readonly CairnEvent[]) => {
  const final = events.at(-1)
  if (final?.type !== 'final') throw new Error('The turn did not end.')
  return final
}

const answerTo = async (question: string, records: readonly DocumentRecord[] = library) =>
  finalOf(await runTurn(question, await roomsOf(records)))

describe('the catalogue answers', () => {
  // Would catch a language that says less than the other, a wrong count, and a list without its reasons.
  test.each([
    [
      'How many documents are there?',
      'There are 5 documents in the library: 4 can be asked, 1 could not be read.',
      '有多少份文档？',
      '库里共有 5 份文档：4 份可以提问、1 份无法读取。',
    ],
    [
      'Which files failed and why?',
      '1 of 5 documents could not be read.\n\n- secret.pdf — The PDF is protected with a password',
      '哪些文件导入失败了？为什么？',
      '5 份文档中有 1 份无法读取。\n\n- secret.pdf：PDF 有密码保护',
    ],
    ['How many PDFs are there?', '2 of 5 documents are PDF files.', '有几个PDF？', '5 份文档中有 2 份是 PDF 文件。'],
    [
      'What did I add last week?',
      '3 of 5 documents were added from 16 November 2026 to 22 November 2026.',
      '上周添加了什么？',
      '5 份文档中有 3 份是在2026年11月16日至2026年11月22日添加的。',
    ],
    [
      'Which PDFs were added since Monday?',
      '1 of 5 documents is a PDF file and was added since 23 November 2026.\n\n- snow.pdf — added on 23 November 2026',
      '星期一以来添加了哪些PDF？',
      '5 份文档中有 1 份是 PDF 文件且是自2026年11月23日以来添加的。\n\n- snow.pdf：添加于2026年11月23日',
    ],
    [
      'What is the largest file?',
      'Of 5 documents these 4 are the largest files, the largest first:\n\n- snow.pdf — 2.5 MB',
      '最大的文件是哪个？',
      '5 份文档中最大的 4 份，最大的在前：\n\n- snow.pdf：2.5 MB',
    ],
    [
      'Are there duplicate files?',
      '2 of 5 documents have the same text as another.\n\n- Pumps (pumps copy.md) — 2 copies: pumps.md',
      '有没有重复的文件？',
      '5 份文档中有 2 份与另一份文字相同。\n\n- Pumps (pumps copy.md)：2 份相同：pumps.md',
    ],
    [
      'Where is the file snow.pdf?',
      '1 document is called “snow.pdf”:\n\n- snow.pdf — /papers/d2.md',
      '文件 snow.pdf 在哪里？',
      '有 1 份文档名为“snow.pdf”：\n\n- snow.pdf：/papers/d2.md',
    ],
    [
      'Is there a file called sonnets?',
      'No document in the library has “sonnets” in its name or title.',
      '有没有叫 sonnets 的文件？',
      '库里没有名称或标题含有“sonnets”的文档。',
    ],
    [
      'What did I add in March 2025?',
      'None of the 5 documents was added from 1 March 2025 to 31 March 2025.',
      '我2025年3月添加了什么？',
      '5 份文档中没有一份是在2025年3月1日至2025年3月31日添加的。',
    ],
  ])('%s, %s', async (english, saidInEnglish, chinese, saidInChinese) => {
    const inChinese = await answerTo(chinese)
    expect(inChinese.response.startsWith(saidInChinese), inChinese.response).toBe(true)
    expect(inChinese.outcome).toBe('direct')
    const { response } = await answerTo(english)
    expect(response.startsWith(saidInEnglish), response).toBe(true)
  })

  test('an empty library says so', async () => {
    expect((await answerTo('Which files failed?', [])).response).toBe('No documents have been added yet.')
    expect((await answerTo('上周添加了什么？', [])).response).toBe('目前还没有添加任何文档。')
  })

  test('within what the question is limited to', async () => {
    const rooms = await roomsOf(library)
    const limited = { ...rooms, resolveFilter: () => ({ documents: ['d2', 'secret.pdf'] }) }
    const { response } = finalOf(await runTurn('How many documents are there?', limited))
    expect(response).toContain('There are 2 documents in the library: 1 can be asked, 1 could not be read.')
  })

  test('a question at a date, without a word for documents, is left to what they say where nothing was added then', async () => {
    const events = await runTurn('What was added in 2019?', await roomsOf(library))
    expect(finalOf(events).outcome).not.toBe('direct')
  })

  // Would catch a listing that the window cannot unfold, and names that are taken for marks or Markdown.
  test('more documents than are named are listed by their ids', async () => {
    const many = Array.from({ length: 23 }, (_, n) => readRecord(`d${n} [1].md`, { live: null, content_hash: `${n}` }))
    const { response, listed } = await answerTo('List my documents', many)
    expect(response.match(/^- /gmu)).toHaveLength(10)
    expect(response).toContain('… and 13 more.')
    expect(response).not.toContain('[1]')
    expect(listed?.groups).toHaveLength(23)
    expect(listed?.named).toBe(10)
  })
})

describe('which documents mention something', () => {
  test('is searched in their text, copies together, with the words that were searched and what was not', async () => {
    const { response, listed, refs } = await answerTo('Which documents mention the pump?')
    expect(response).toContain('3 of 4 documents mention “pump”; 1 could not be read.')
    expect(response).toContain(' (2 copies): ')
    expect(response).toContain('The text of the documents was searched for “pump” or “水泵”.')
    expect(response).toContain('Not searched, because they could not be read: secret.pdf.')
    expect(listed?.groups.map((group) => group.length).toSorted()).toEqual([1, 2])
    expect(refs.length).toBeGreaterThan(1)
  })

  // Would catch a refusal that does not say what was looked for, and where not.
  test.each([
    ['Is there a document about volcanoes?', 'None of 4 documents mentions “volcanoes”; 1 could not be read.'],
    ['有没有关于火山的文件？', '4 份文档中都没有提到“火山”；另有 1 份无法读取。'],
  ])('%s: none, and which were not searched', async (question, said) => {
    const { response, outcome } = await answerTo(question)
    expect(response).toContain(said)
    expect(response).toContain('secret.pdf')
    expect(outcome).toBe('nothing')
  })

  // Would catch a record that does not keep what was searched, and for how many copies.
  test('is composed again from the record alone, to the letter', async () => {
    const { rooms, sessions } = await roomsAndSessions(library)
    const { response } = finalOf(await runTurn('Which documents mention the pump?', rooms))
    const replay = await replayTurn(
      { context: await sessions.load('s1'), turnId: 't1', mode: 'record' },
      { ...rooms, scratch: () => fakeSessionStore(), clock: () => 0 },
      new AbortController().signal,
    )
    expect(replay.replayed.response).toBe(response)
    expect(replay.same_answer).toBe(true)
  })

  test('in Chinese, of one sort', async () => {
    const { response } = await answerTo('哪些PDF提到了水泵？')
    expect(response).toContain('1 份文档中有 1 份提到“水泵”')
    expect(response).toContain('只检索了是 PDF 文件的文档')
    expect(response).toContain('以下文档无法读取，没有检索：secret.pdf。')
  })

  test('of what was added within a time', async () => {
    const { response } = await answerTo('Which documents added last week mention the pump?')
    expect(response).toContain('2 of 2 documents mention “pump”')
    expect(response).toContain('documents that were added from 16 November 2026 to 22 November 2026')
  })
})

// Would catch a model that is asked to count, or waited for, where the catalogue knows.
test('a language model that is chosen is not asked', async () => {
  const models = fakeLanguageModels({ scripts: { answer: ['Many.'], understand: ['{}'] } })
  const events = await runTurn('Which files failed and why?', { ...(await roomsOf(library)), models })
  expect(finalOf(events).response).toContain('1 of 5 documents could not be read.')
  expect(models.asked).toEqual([])
  expect(outline(events)).toContain('shortcut B')
})
