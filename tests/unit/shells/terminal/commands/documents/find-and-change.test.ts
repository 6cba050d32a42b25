import type { Job } from '@shared/changes'
import { describe, expect, test } from 'vitest'
import { documentNamed, FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

function library() {
  const engine = new FakeEngine()
  engine.documents = [documentNamed('a.md'), documentNamed('b.pdf')]
  const [a] = engine.documents
  const sentence = { document_id: a?.id ?? '', format: 'markdown', heading_path: [], page: null, start: 4, end: 20 }
  engine.sentences = { sentences: [{ ...sentence, text: 'The hut\u001b is old.', marks: [] }], has_all_words: true }
  return engine
}

describe('what a search is limited to', () => {
  test('is written by name and day, several of a kind divided by commas', async () => {
    const engine = library()
    const limits = [
      '--collection',
      'x, y',
      '--tag',
      'hut',
      '--kinds',
      '.PDF,md',
      '--dates',
      '2024-02',
      '--documents',
      'a.md',
    ]
    expect((await terminal(engine).run('ask', 'q', ...limits)).code).toBe(0)
    expect(engine.asked[0]?.filter).toEqual({
      collections: ['x', 'y'],
      tags: ['hut'],
      formats: ['pdf', 'md'],
      dates: ['2024-02-01/2024-02-29'],
      documents: [engine.documents[0]?.id],
    })
  })

  // Would catch a filter that is left out without a word, so that the whole library answers.
  test.each([
    [['--dates', 'spring'], '"spring" is no year'],
    [['--documents', 'c.md'], 'c.md'],
  ])('%o is refused before anything is asked', async (limits, said) => {
    const engine = library()
    const { code, err } = await terminal(engine).run('ask', 'q', ...limits)
    expect(code).toBe(2)
    expect(err).toContain(said)
    expect(engine.asked).toEqual([])
  })
})

describe('cairn find', () => {
  test('prints sentences under the name of their document', async () => {
    const { code, out } = await terminal(library()).run('find', 'hut')
    expect(code).toBe(0)
    expect(out).toBe('a.md\n    4-20: The hut is old.\n')
  })

  test('says so where the words are nowhere, or not together', async () => {
    const engine = library()
    engine.sentences = { ...engine.sentences, has_all_words: false }
    expect((await terminal(engine).run('find', 'hut', 'boat')).err).toContain('No passage has all')
    engine.sentences = { sentences: [], has_all_words: true }
    expect(await terminal(engine).run('find', 'boat')).toMatchObject({ code: 1, out: '' })
  })
})

describe('cairn documents', () => {
  test('moves, prints the text, and changes nothing where one name is unknown', async () => {
    const engine = library()
    const run = (...words: string[]) => terminal(engine).run('documents', ...words)
    expect((await run('move', 'huts', 'a.md', 'b.pdf')).out).toBe('changed a.md\nchanged b.pdf\n')
    expect((await run('text', 'a.md')).out).toBe('0123456789\n')
    expect((await run('tag', 'old', 'a.md')).code).toBe(0)
    expect(await run('tag', 'old', 'a.md', 'c.md')).toMatchObject({ code: 2, out: '' })
    expect((await run('title', 'a.md')).code).toBe(2)
    expect((await run('shred', 'a.md')).code).toBe(2)
  })

  test('are put into the trash by name', async () => {
    expect((await terminal(library()).run('trash', 'put', 'a.md')).out).toBe('put into the trash: a.md\n')
    expect((await terminal(library()).run('trash', 'put', 'c.md')).code).toBe(1)
  })
})

describe('cairn ingest', () => {
  const ended: Job = {
    ...{ id: 'job', kind: 'ingest', state: 'done', done: 1, total: 1, message: '' },
    ...{ started_at: 0, ended_at: 1, error: null },
  }
  test('adds what comes on the standard input, or the sample', async () => {
    const engine = new FakeEngine()
    engine.changes = [{ type: 'job', job: ended }]
    const { code } = await terminal(engine, { input: 'Some text.' }).run('ingest', '-', '--text', 'Minutes')
    expect(code).toBe(0)
    expect(engine.ingested).toMatchObject({ text: 'Some text.', name: 'Minutes' })
    expect((await terminal(engine).run('ingest', '--sample')).code).toBe(0)
    // Would catch "Added." said of what was not.
    engine.changes = [{ type: 'job', job: { ...ended, state: 'failed' } }]
    expect((await terminal(engine, { input: 'Some text.' }).run('ingest', '-')).code).toBe(1)
  })

  test.each([[['-', 'a.md']], [['-', '--sample']], [['a.md', '--text', 'x']], [[]]])('%o is refused', async (words) => {
    expect((await terminal(new FakeEngine(), { input: '' }).run('ingest', ...words)).code).toBe(2)
  })
})
