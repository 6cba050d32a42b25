import { z } from 'zod'
import type { Tool } from '@engine/tools/tool'

const Args = z.object({ isbn: z.string().regex(/^\d{13}$/u, 'An ISBN-13 has 13 digits.') })

/** The ISBN-13 that a question asks about, and nothing else. */
const asked = /^(?:is\s+)?(97[89][\d -]{10,14})\s*(?:a valid isbn|是有效的 ?ISBN 吗)[?？]?$/iu

/** Says whether the last digit of an ISBN-13 is what the other twelve demand. Source: ISO 2108. */
export const isbnTool: Tool<z.infer<typeof Args>> = {
  name: 'isbn_check',
  version: '1',
  title: { en: 'ISBN check', zh: 'ISBN 校验' },
  description: { en: 'Checks the last digit of an ISBN-13.', zh: '校验 ISBN-13 的末位数字。' },
  args: Args,
  examples: [
    { question: 'Is 978-3-16-148410-0 a valid ISBN?', args: { isbn: '9783161484100' } },
    { question: '978-3-16-148410-7 是有效的 ISBN 吗？', args: { isbn: '9783161484107' } },
  ],
  limitMs: 1000,
  read({ text }) {
    const isbn = asked.exec(text.trim())?.[1]?.replace(/\D/gu, '')
    return isbn?.length === 13 ? { is: 'arguments', args: { isbn }, confidence: 1 } : null
  },
  run({ isbn }, { language }) {
    const sum = Array.from(isbn).reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
    const valid = sum % 10 === 0
    const said = {
      en: `${isbn} is ${valid ? '' : 'not '}a valid ISBN.`,
      zh: `${isbn} ${valid ? '是' : '不是'}有效的 ISBN。`,
    }
    return Promise.resolve({ text: said[language], data: { isbn, valid }, sources: [], notes: [] })
  },
}
