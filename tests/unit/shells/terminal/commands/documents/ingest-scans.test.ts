import type { DocumentRecord } from '@shared/documents'
import { describe, expect, test } from 'vitest'
import { documentNamed, FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

const scan = (name: string, pages: number[], source = `/work-of-user/x/${name}`): DocumentRecord =>
  documentNamed(name, {
    ...{ source, status: pages.length > 0 ? 'partial' : 'ready' },
    gaps: pages.length > 0 ? [{ kind: 'pages_waiting', detail: `${pages.length} pages wait.`, pages }] : [],
  })
const step = (document: DocumentRecord) =>
  ({ type: 'progress', job: 'ingest', done: 1, total: 1, unit: 'files', message: document.name, document }) as const
const page = (done: number, message: string) =>
  ({ type: 'progress', job: 'ocr', done, total: 3, unit: 'pages', message }) as const

function withScans(after: DocumentRecord[]): FakeEngine {
  const engine = new FakeEngine()
  engine.documents = [scan('a.pdf', [1, 2]), scan('b.png', [1]), documentNamed('typed.md')]
  engine.jobEvents = engine.documents.map(step)
  engine.scanEvents = [page(0, 'a.pdf'), page(2, 'a.pdf'), page(3, 'b.png')]
  engine.documentsAfterScans = after
  return engine
}

describe('ingest of scans', () => {
  test('shows how far OCR is, and tells of the documents as they are afterwards', async () => {
    const engine = withScans([scan('a.pdf', []), scan('b.png', []), documentNamed('typed.md')])
    const { code, out, err } = await terminal(engine, { terminal: true }).run('ingest', 'x')
    expect(code).toBe(0)
    expect(err).toMatch(/Reading scanned pages [█░]+ 2\/3 {2}a\.pdf/)
    expect(out).toMatch(/ready +3/)
    expect(err).not.toContain('wait')
  })

  test('says how many pages are left where OCR came to no end, and of which document', async () => {
    const engine = withScans([scan('a.pdf', [2]), scan('b.png', []), documentNamed('typed.md')])
    const { out, err } = await terminal(engine).run('ingest', 'x')
    expect(err).toContain('Pages that wait to be read by OCR: 1.')
    expect(err).toContain('~ a.pdf')
    expect(out).toMatch(/partial +1/)
  })

  test('with --no-ocr reads none and counts them all; without it the next time reads what was left', async () => {
    const engine = withScans([scan('a.pdf', []), scan('b.png', []), documentNamed('typed.md')])
    const first = await terminal(engine).run('ingest', 'x', '--no-ocr')
    expect([first.code, engine.scansRead]).toEqual([0, 0])
    expect(first.err).toContain('Pages that wait to be read by OCR: 3.')
    expect(first.err).not.toContain('Reading scanned pages')
    // Nothing is new, and nothing was asked to be read elsewhere.
    engine.jobEvents = [{ type: 'progress', job: 'ingest', done: 3, total: 3, unit: 'files', message: '' }]
    await terminal(engine).run('ingest', 'y')
    expect(engine.scansRead).toBe(0)
    const second = await terminal(engine).run('ingest', 'x')
    expect([second.code, engine.scansRead]).toEqual([0, 1])
    expect(second.out).toMatch(/ready +2/)
  })

  test('is exit 1 where a picture turned out to hold no text', async () => {
    const error = {
      code: 'NO_TEXT',
      message: 'OCR found no text in the picture.',
      action: 'Add a sharper copy.',
    } as const
    const blank = documentNamed('b.png', { status: 'failed', error })
    const { code, err } = await terminal(withScans([scan('a.pdf', []), blank])).run('ingest', 'x')
    expect(code).toBe(1)
    expect(err).toContain('✗ b.png: OCR found no text in the picture.')
  })
})
