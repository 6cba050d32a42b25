import { describe, expect, test } from 'vitest'
import { fitConversation } from '@engine/inference/llama/llama-conversation'
import { toGrammarSchema } from '@engine/inference/llama/llama-schema'

describe('a conversation made to fit', () => {
  const user = (content: string) => ({ role: 'user', content }) as const
  const model = (content: string) => ({ role: 'assistant', content }) as const
  /** One token a character. */
  const tokenize = (history: object[]) => Array.from(history.map((item) => JSON.stringify(item)).join(''))
  const length = (messages: readonly object[]) => fitAll(messages).tokens.length
  const fitAll = (messages: readonly object[]) => fit(messages, 100_000)
  function fit(messages: readonly object[], context: number, most = 50) {
    return fitConversation({ system: 'sys', messages: messages as never, max_tokens: most }, context, tokenize)
  }

  // Catches the newest question or the system's words being cut, and a conversation that begins with an answer.
  test('loses its oldest messages first, never the system or the question', () => {
    const all = [user('one'), model('two'), user('three'), model('four'), user('five')]
    expect(fitAll(all).history).toHaveLength(6)
    const context = length(all) + 40
    const fitted = fit(all, context)
    expect(fitted.history).toEqual([
      { type: 'system', text: 'sys' },
      { type: 'user', text: 'three' },
      { type: 'model', response: ['four'] },
      { type: 'user', text: 'five' },
    ])
    expect(fitted.room).toBe(context - fitted.tokens.length - 1)
    expect(fitted.room).toBeGreaterThanOrEqual(50)
  })

  // Catches a question that fills the context so that the model ends in the middle of a word, or crashes.
  test('is refused with both lengths where the question alone is too long', () => {
    expect(() => fit([user('x'.repeat(500))], 400)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining('400') as unknown }) as Error,
    )
    // A short answer needs little room.
    expect(fit([user('x'.repeat(300))], 400, 5).history).toHaveLength(2)
  })
})

describe('a schema for a grammar', () => {
  // Catches what zod writes beside what the grammar knows making the call fail.
  test('keeps shape, choices and lengths, and leaves out the rest', () => {
    expect(
      toGrammarSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        required: ['intent'],
        additionalProperties: false,
        properties: {
          intent: { enum: ['KB', 'MCP'] },
          confidence: { type: 'number', minimum: 0, maximum: 1 },
          rewrites: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 80, pattern: '^a' } },
          filter: { anyOf: [{ type: 'string', maxLength: 5000 }, { type: 'null' }] },
          count: { type: ['integer', 'null'] },
          version: { const: 1 },
        },
      }),
    ).toEqual({
      type: 'object',
      properties: {
        intent: { enum: ['KB', 'MCP'] },
        confidence: { type: 'number' },
        rewrites: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 80 } },
        filter: { oneOf: [{ type: 'string' }, { type: 'null' }] },
        count: { type: ['integer', 'null'] },
        version: { const: 1 },
      },
    })
  })

  test.each([{ $ref: '#/$defs/x' }, { type: 'array' }, { type: 'object', properties: { a: { type: 'date' } } }, 7])(
    'says what it cannot keep: %j',
    (schema) => {
      expect(() => toGrammarSchema(schema)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }) as Error)
    },
  )
})
