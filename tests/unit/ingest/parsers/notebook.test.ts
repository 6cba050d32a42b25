import { describe, expect, it } from 'vitest'
import { sniffFormat } from '@engine/ingest/files/sniff'
import { blockLines, parse } from '../parse-text'

const notebook = (cells: readonly unknown[], more = {}) =>
  JSON.stringify({ nbformat: 4, metadata: { language_info: { name: 'python' } }, cells, ...more })
const code = (source: string | string[], ...outputs: unknown[]) => ({ cell_type: 'code', source, outputs })
const bytes = (text: string) => new Uint8Array(Buffer.from(text))

describe('notebookParser', () => {
  // Would catch JSON shown as text, and code or results that nobody can tell from prose.
  it('reads text as Markdown, code with its language, and outputs in words and tables', async () => {
    const table =
      '<div><table><tr><th></th><th>鸟</th><th>kg</th></tr><tr><th>0</th><td>heron</td><td>1.5</td></tr></table></div>'
    const cells = [
      { cell_type: 'markdown', source: ['# Birds\n', '\n', 'We *weighed* them:\n', '\n', '- in May'] },
      code(['x = 3\n', 'print(x)'], { output_type: 'stream', name: 'stdout', text: ['\u001b[31m3\u001b[0m\n'] }),
      code('frame', { output_type: 'execute_result', data: { 'text/html': [table], 'text/plain': '   鸟  kg' } }),
      code('1/0', { output_type: 'error', ename: 'ZeroDivisionError', evalue: 'division by zero', traceback: ['…'] }),
      { cell_type: 'raw', source: 'As it is.' },
    ]
    const parsed = await parse(notebook(cells), 'birds.ipynb')
    expect(parsed.structure).toMatchObject({ format: 'ipynb', title: 'Birds', gaps: [] })
    expect(blockLines(parsed)).toEqual([
      ...['heading: Birds', 'paragraph: We *weighed* them:', 'list_item: - in May', 'code: x = 3\nprint(x)', 'code: 3'],
      ...['code: frame', 'table_row: 0; 鸟: heron; kg: 1.5', 'code: 1/0', 'code: ZeroDivisionError: division by zero'],
      'paragraph: As it is.',
    ])
    const contexts = parsed.structure.blocks.filter(({ kind }) => kind === 'code').map(({ context }) => context)
    expect(contexts.slice(0, 2)).toEqual(['python', 'Output'])
  })

  it('says that pictures were not read', async () => {
    const picture = {
      output_type: 'display_data',
      data: { 'image/png': 'iVBO', 'text/plain': '<Figure size 640x480>' },
    }
    const parsed = await parse(notebook([code('plot()', picture)]), 'a.ipynb')
    expect(blockLines(parsed)).toEqual(['code: plot()'])
    expect(parsed.structure.gaps.map(({ detail }) => detail)).toEqual(['1 picture that the code made was not read.'])
  })

  it('reads notebooks of version 3', async () => {
    const cells = [
      { cell_type: 'heading', level: 2, source: 'Old' },
      { cell_type: 'code', input: 'x', outputs: [] },
    ]
    const old = JSON.stringify({ nbformat: 3, metadata: {}, worksheets: [{ cells }] })
    expect(blockLines(await parse(old, 'a.ipynb'))).toEqual(['heading: Old', 'code: x'])
  })

  it('is told by its content, and takes neither prose nor other JSON', () => {
    expect(sniffFormat(bytes(notebook([])), 'a')).toBe('ipynb')
    expect(sniffFormat(bytes('Just words.'), 'a.ipynb')).toBe('text')
    expect(sniffFormat(bytes('{"cells": 3}'), 'a.json')).toBe('code')
  })

  it('reports what is cut off, or no notebook, as damaged', async () => {
    const whole = notebook([code('x'.repeat(500))])
    for (const text of [
      whole.slice(0, 100),
      whole.slice(0, -2),
      '{"cells": [{}]}',
      `{"nbformat": ${'['.repeat(50_000)}`,
    ]) {
      await expect(parse(text, 'a.ipynb')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
    }
  })
})
