import type { SessionContext } from '@shared/session/session-context'
import { describe, expect, test } from 'vitest'
import type { ExportInput } from '@shared/session/turn-context'
import type { BundlePart, ReadPart } from '@engine/session/export/bundle/bundle-parts'
import { readBundle } from '@engine/session/export/bundle/read-bundle'
import { type ExportRooms, exportSessions, previewExport } from '@engine/session/export/export-sessions'
import { recordedSession } from './recorded-session'

const book = { id: 'n_1', title: 'Huts', items: [], as_evidence: false, created_at: '', updated_at: '' }
const part: BundlePart = { kind: 'notebook', id: 'n_1', title: 'Huts', page: '<!doctype html><p>Huts</p>', data: book }
const all: ExportInput = { ids: [], format: 'bundle' }

/** A store without a chat. */
function rooms(others: readonly BundlePart[]): ExportRooms {
  return {
    list: () => Promise.resolve([]),
    load: (id) => Promise.reject(new Error(`There is no chat "${id}".`)),
    sensitivityOf: () => undefined,
    sensitiveNames: () => [],
    paper: () => Promise.reject(new Error('Nothing is to be written.')),
    parts: { of: () => Promise.resolve([]), others: () => Promise.resolve(others) },
  }
}

async function exported(request: ExportInput, others: readonly BundlePart[]) {
  let name = ''
  const pieces: Buffer[] = []
  for await (const chunk of exportSessions(request, rooms(others), new AbortController().signal)) {
    if (chunk.type === 'start') name = chunk.name
    if (chunk.type === 'data') pieces.push(Buffer.from(chunk.base64, 'base64'))
  }
  return { name, bytes: Buffer.concat(pieces) }
}

describe('an export of everything without a chat', () => {
  // Would catch notebooks that cannot be taken along before something was asked.
  test('holds the notebooks there are, and reads back', async () => {
    const { name, bytes } = await exported(all, [part])
    expect(name).toBe('cairn-research-and-notes.cairn.zip')
    const { manifest, parts } = await readBundle(bytes)
    expect(manifest.sessions).toEqual([])
    const read: ReadPart[] = []
    for await (const one of parts()) read.push(one)
    expect(read).toEqual([{ kind: 'notebook', whole: book }])
    const { text, sessions, redaction } = await previewExport(all, rooms([part]))
    expect(text.split('\n')).toContain('notebooks/n_1.json')
    expect([sessions, redaction]).toEqual([0, { passages: 0, sentences: 0, paths: 0 }])
  })

  test('is refused where there is nothing, and where a format holds one chat', async () => {
    await expect(exported(all, [])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(exported({ ids: [], format: 'json' }, [part])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(previewExport(all, rooms([]))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a chat as a document of pages', () => {
  const context = recordedSession('s1', [
    { id: 't', question: 'When?', cites: [{ says: 'In 1921.', sensitivity: 'secret' }] },
  ])
  const written: SessionContext[] = []
  const withChat: ExportRooms = {
    ...rooms([]),
    load: () => Promise.resolve(context),
    paper: (chat) => {
      written.push(chat)
      return Promise.resolve(Buffer.from('%PDF-'))
    },
  }

  // Would catch a Word file that holds what the same export as a web page leaves out.
  test('is written from the redacted copy, under its name', async () => {
    const request: ExportInput = { ids: ['s1'], format: 'pdf', leave_out_sensitive: true }
    const chunks = []
    for await (const chunk of exportSessions(request, withChat, new AbortController().signal)) chunks.push(chunk)
    expect(chunks[0]).toMatchObject({ type: 'start', media_type: 'application/pdf' })
    expect(JSON.stringify(chunks[0])).toContain('.pdf"')
    expect(JSON.stringify(written)).not.toContain('In 1921.')
  })

  test('is shown before as what stands on its pages', async () => {
    const { text, name } = await previewExport({ ids: ['s1'], format: 'docx' }, withChat)
    expect(text).toMatch(/^<!doctype html/iu)
    expect(name).toMatch(/\.docx$/u)
  })
})

describe('one answer', () => {
  const secret = 'The hut above the lake was opened by Anna Berg in June 1921.'
  const context = recordedSession('s1', [
    { id: 'a', question: 'When?', cites: [{ says: secret, sensitivity: 'secret' }] },
    { id: 'b', question: 'How deep?', cites: [{ says: 'Two metres.', passage: `Two metres. ${secret}` }] },
  ])
  const withChat: ExportRooms = { ...rooms([]), load: () => Promise.resolve(context) }

  // Would catch the file of one answer that takes the rest of the chat along, or a secret that another answer has.
  test('leaves with its question and sources alone, named after the question, without copies of what is secret', async () => {
    const request: ExportInput = { ids: ['s1'], format: 'markdown', turn_id: 'b' }
    const { text, name, redaction } = await previewExport(request, withChat)
    expect(name).toBe('How deep.md')
    expect(text).toContain('Two metres')
    expect(text).not.toContain('When?')
    expect(text).not.toContain('Anna Berg')
    expect(redaction.passages).toBe(0)
  })

  test('is refused as a record for programs, and where there is no such question', async () => {
    const one = { ids: ['s1'], turn_id: 'b' }
    await expect(previewExport({ ...one, format: 'json' }, withChat)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(previewExport({ ...one, format: 'html', turn_id: 'x' }, withChat)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
