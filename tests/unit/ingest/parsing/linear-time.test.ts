import { describe, expect, it } from 'vitest'
import { DocumentRecord } from '@shared/documents'
import { columnsOf } from '@engine/ingest/chunking/chunk-columns'
import { enrich } from '@engine/ingest/nodes/enrich'
import { parseBytes, type ParsedDocument } from '@engine/ingest/parsing/parse-file'
import { isMarkFlood } from '@engine/ingest/parsers/markup/mark-flood'
import { growth, units } from '../../growth'

const json = (value: unknown): string => JSON.stringify(value)
const mail = 'From: a@b.c\nTo: d@e.f\nSubject: x\n\nHello '
const files: Readonly<Record<string, (run: string) => string>> = {
  'a.txt': (run) => `The hut stands${run}by the lake.`,
  'a.md': (run) => `# Hut\n\n- The hut ${run} by the lake.\n`,
  'a.html': (run) => `<!doctype html><p>The hut ${run} by the lake.`,
  'a.csv': (run) => `name,value\nhut,1\n${run},2\n`,
  'a.json': (run) => json([{ name: `hut${run}` }, { name: 'lake' }]),
  'a.xml': (run) => `<?xml version="1.0"?>${run}`,
  'a.py': (run) => `hut = 1\n\n${run}`,
  'a.eml': (run) => mail + run,
  'a.rtf': (run) => `{\\rtf1 The hut ${run} by the lake.}`,
  'a.org': (run) => `* Hut\n\n- The hut ${run} by the lake.\n`,
  'a.rst': (run) => `Hut\n===\n\n- The hut ${run} by the lake.\n`,
  'a.tex': (run) => `\\section{Hut}\n\nThe hut ${run} by the lake.\n`,
  'a.srt': (run) => `1\n00:00:01,000 --> 00:00:02,000\nThe hut ${run} by the lake.\n`,
  'a.vcf': (run) => `BEGIN:VCARD\nFN:Hut\nNOTE:${run}\nEND:VCARD\n`,
  'a.ics': (run) => `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Hut\nDESCRIPTION:${run}\nEND:VEVENT\nEND:VCALENDAR\n`,
  'a.bib': (run) => `@misc{hut, title = {Hut}, abstract = {${run}}}\n`,
  'a.ris': (run) => `TY  - BOOK\nTI  - Hut\nAB  - ${run}\nER  - \n`,
  'a.ipynb': (run) =>
    json({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: [{ cell_type: 'markdown', metadata: {}, source: `Hut ${run}` }],
    }),
}

async function parsed(text: string, name: string): Promise<ParsedDocument> {
  return parseBytes(new Uint8Array(Buffer.from(text)), name)
}

const record = DocumentRecord.parse({
  ...{ id: 'd', name: 'a.txt', source: '/a.txt', format: 'text', title: 'Hut', status: 'embedding', content_hash: '' },
  ...{
    byte_size: 1,
    char_count: 1,
    chunk_count: 1,
    collection: 'c',
    tags: [],
    gaps: [],
    error: null,
    duplicate_of: null,
  },
  ...{ created_at: 0, updated_at: 0, pending: null, live: null },
})

describe('reading a file', () => {
  it.each(Object.entries(files))(
    'takes no more than its share for a %s of one thing without end',
    async (name, write) => {
      const slow: string[] = []
      for (const unit of units) {
        // Four times as much takes four times as long, and where it looks back over everything sixteen times.
        const times = await growth((length) => parsed(write(unit.repeat(length / unit.length)), name), 1500)
        if (times > 9) slow.push(`${json(unit)}: ${times.toFixed(1)}`)
      }
      expect(slow).toEqual([])
    },
  )

  it('cuts what has no end into chunks and windows of bounded length', async () => {
    for (const unit of units) {
      const text = `The hut stands by the lake ${unit.repeat(40_000 / unit.length)} and it was built in 1998.`
      const { chunks } = await parsed(text, 'a.txt')
      const source = { record, revision: 'r', title: 'Hut', format: 'text' }
      const enriched = await enrich(source, chunks, columnsOf('Hut', chunks), new AbortController().signal)
      expect(Math.max(...chunks.map((chunk) => chunk.text.length)), json(unit)).toBeLessThanOrEqual(8000)
      const windows = enriched.map(({ chunk }) => chunk.window_end - chunk.window_start)
      expect(Math.max(...windows), json(unit)).toBeLessThanOrEqual(26_000)
    }
  })
})

describe('isMarkFlood', () => {
  const lines = (line: string, count: number): string => `${line}\n`.repeat(count)

  it('lets long lists, tables and prose be', () => {
    expect(isMarkFlood(lines('- [a link](https://example.org) of *many*', 5000))).toBe(false)
    expect(isMarkFlood(`| a | b |\n|---|---|\n${lines('| [x](y) | *z* |', 5000)}`)).toBe(false)
    expect(isMarkFlood(lines('A paragraph with `code` and [a link](x).\n', 3000))).toBe(false)
    expect(isMarkFlood(lines('A line of a paragraph that was wrapped by hand, with *two* marks.', 1000))).toBe(false)
  })

  it('sees marks and lines without a pause', () => {
    expect(isMarkFlood('*a_'.repeat(3000))).toBe(true)
    expect(isMarkFlood(`- a\n${lines('=', 2000)}`)).toBe(true)
    expect(isMarkFlood('<!--'.repeat(3000))).toBe(true)
  })
})
