import { z } from 'zod'
import { ToolFailure } from '@engine/tools/tool-failure'
import type { Tool } from '@engine/tools/tool'

const Sum = z.object({ a: z.number(), b: z.number() })

/** Adds two whole numbers that stand on either side of "plus" or 加. */
export const adder: Tool<z.infer<typeof Sum>> = {
  name: 'adder',
  version: '1',
  title: { en: 'Adder', zh: '加法' },
  description: { en: 'Adds two whole numbers.', zh: '两个整数相加。' },
  args: Sum,
  examples: [],
  limitMs: 1000,
  read({ text, language }) {
    const said = /(\d+)\s*(?:plus|加)\s*(\d+)?/u.exec(text)
    if (!said) return null
    const [, a, b] = said
    if (b === undefined) {
      const ask = language === 'zh' ? '再加多少？' : 'Plus what?'
      return { is: 'missing', argument: 'b', ask, choices: [{ label: '1', question: `${a} plus 1` }], confidence: 1 }
    }
    return { is: 'arguments', args: { a: Number(a), b: Number(b) }, confidence: 1 }
  },
  run({ a, b }, { signal }) {
    signal.throwIfAborted()
    if (a === 13) {
      return Promise.reject(
        new ToolFailure('TOOL_UNAVAILABLE', { en: 'There is no 13 here.', zh: '这里没有 13。' }, { en: '', zh: '' }),
      )
    }
    return Promise.resolve({
      text: `${a} + ${b} = ${a + b}`,
      data: { sum: a + b },
      sources: [],
      notes: [],
      workings: `${a}+${b}`,
    })
  },
}

const Item = z.object({ item: z.string() })

/** Looks an item up in rows of one document: `[start, end)` of each is given. */
export function rowFinder(
  documentId: string,
  rows: readonly { readonly cells: readonly string[]; readonly start: number; readonly end: number }[],
): Tool<z.infer<typeof Item>> {
  return {
    name: 'row_finder',
    version: '1',
    title: { en: 'Rows', zh: '行' },
    description: { en: 'Finds rows.', zh: '查找行。' },
    args: Item,
    examples: [],
    limitMs: 1000,
    read: ({ text }) => (/rows of/u.test(text) ? { is: 'arguments', args: { item: 'all' }, confidence: 0.9 } : null),
    run: () =>
      Promise.resolve({
        text: `${rows.length} rows were found.`,
        data: { count: rows.length },
        table: {
          columns: ['Name', 'Weight'],
          rows: rows.map(({ cells, start, end }) => ({ cells, source: { documentId, start, end } })),
          total: rows.length,
        },
        sources: [],
        notes: ['One cell could not be read.'],
      }),
  }
}
