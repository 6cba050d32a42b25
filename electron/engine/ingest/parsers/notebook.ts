import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { decode } from '../files/encoding/decode'
import { titleFromName } from '../files/file-name'
import { addHtml } from './html/html-blocks'
import { parseHtml } from './html/html-tree'
import { blocksOfMarkdown } from './markdown/markdown'
import type { ParsedText, Parser, ParserInput } from './parser'
import { StructureBuilder, unreadableGap } from './structure/structure-builder'

const Lines = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))])
const Output = z.object({
  text: Lines.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
})
const Cell = z.object({
  cell_type: z.string(),
  source: Lines.optional(),
  /** The source, before version 4 of the format. */
  input: Lines.optional(),
  level: z.number().optional(),
  outputs: z.array(Output).default([]),
})
type Cell = z.infer<typeof Cell>
const Named = z.object({ name: z.string().optional(), language: z.string().optional() }).optional()
const Notebook = z.object({
  nbformat: z.number(),
  metadata: z.object({ language_info: Named, kernelspec: Named }).default({}),
  cells: z.array(Cell).optional(),
  worksheets: z.array(z.object({ cells: z.array(Cell) })).default([]),
})

/** Jupyter notebooks: text as Markdown, code with its language, and what it put out in words or tables. */
export const notebookParser: Parser = {
  format: 'ipynb',
  extensions: ['ipynb'],
  kind: 'binary',
  recognises: ({ extension, promised, text }) =>
    /^\s*\{/u.test(text) && (extension === 'ipynb' || (!promised && /"nbformat"\s*:\s*\d/u.test(text))),
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, unreadable } = decode(bytes)
    const { metadata, cells, worksheets } = readNotebook(text)
    const language = metadata.language_info?.name ?? metadata.kernelspec?.language ?? ''
    const builder = new StructureBuilder()
    if (unreadable > 0) builder.gaps.push(unreadableGap(unreadable))
    let pictures = 0
    for (const cell of cells ?? worksheets.flatMap((sheet) => sheet.cells)) {
      if (builder.isFull) break
      addCell(builder, cell, language)
      pictures += cell.outputs.filter(isPicture).length
    }
    if (pictures > 0) {
      const what = pictures === 1 ? '1 picture that the code made was' : `${pictures} pictures that the code made were`
      builder.gaps.push({ kind: 'skipped_part', detail: `${what} not read.` })
    }
    return builder.finish('ipynb', builder.firstHeading ?? titleFromName(name))
  },
}

function readNotebook(text: string): z.infer<typeof Notebook> {
  try {
    return Notebook.parse(JSON.parse(text))
  } catch (thrown) {
    throw new CairnError(
      'FILE_CORRUPT',
      'The file is no whole Jupyter notebook: it is damaged, or was not downloaded completely.',
      'Open it in Jupyter, save it again and add the new copy.',
      { cause: thrown },
    )
  }
}

function addCell(builder: StructureBuilder, cell: Cell, language: string): void {
  const source = cell.source ?? cell.input ?? ''
  if (cell.cell_type === 'code') {
    builder.add('code', source, language ? { context: language } : {})
    for (const output of cell.outputs) addOutput(builder, output)
  } else if (cell.cell_type === 'heading') builder.add('heading', source, { level: cell.level })
  else if (cell.cell_type === 'markdown') addMarkdown(builder, source)
  else builder.add('paragraph', source)
}

/** The same blocks as in a Markdown file, one cell after the other. */
function addMarkdown(builder: StructureBuilder, source: string): void {
  for (const { kind, start, end, level, context, heading_path } of blocksOfMarkdown(source)) {
    const words = source.slice(start, end)
    builder.add(kind, kind === 'heading' ? (heading_path.at(-1) ?? words) : words, { level, context })
  }
}

function addOutput(builder: StructureBuilder, output: z.infer<typeof Output>): void {
  const html = Lines.safeParse(output.data?.['text/html']).data
  if (html?.includes('<table')) {
    addHtml(parseHtml(html), builder)
    return
  }
  // Beside a picture stands only what kind of object it is.
  const plain = isPicture(output) ? '' : (output.text ?? Lines.safeParse(output.data?.['text/plain']).data)
  const error = output.ename === undefined ? '' : `${output.ename}: ${output.evalue ?? ''}`
  // Terminals read these as colours.
  builder.add('code', (plain ?? error).replace(/\u001b\[[\d;]*[A-Za-z]/gu, ''), { context: 'Output' })
}

function isPicture({ data }: z.infer<typeof Output>): boolean {
  return Object.keys(data ?? {}).some((type) => type.startsWith('image/'))
}
