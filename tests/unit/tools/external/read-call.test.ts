import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ToolServerConfig } from '@shared/tools/tool-server-shapes'
import { readCall } from '@engine/tools/external/calls/read-call'
import { externalTool } from '@engine/tools/external/calls/external-tool'
import { readTools } from '@engine/tools/external/listing/read-tools'

const config: ToolServerConfig = { name: 'peer', enabled: true, type: 'http', url: 'http://127.0.0.1/', headers: {} }

/** What a tool with such a schema makes of a question. */
function read(text: string, properties: object, required: string[] = [], language: 'en' | 'zh' = 'en') {
  const inputSchema = { type: 'object', properties, required }
  const [listed] = readTools([{ name: 'say', description: 'Says it', inputSchema }], config).tools.values()
  if (!listed) throw new Error('The tool was left out.')
  return readCall({ text, language, now: 0, timeZone: 'UTC' }, listed, () => ['peer'])
}
const args = (...given: Parameters<typeof read>) => {
  const reading = read(...given)
  return reading?.is === 'arguments' ? reading.args : reading
}

const word = { word: { type: 'string', description: 'Any word' } }
const file = { path: { type: 'string' }, head: { type: 'integer' }, all: { type: 'boolean' }, tags: { type: 'array' } }

describe('a question that mentions a tool', () => {
  test.each([
    ['@peer/say {"word": "two words"}', { word: 'two words' }],
    ['@say two words, and more', { word: 'two words, and more' }],
    ['@peer/say "quoted \\" words"', { word: 'quoted " words' }],
    ['@peer/say word=two words', { word: 'two words' }],
    ['@peer/say Word: “two words”', { word: 'two words' }],
    ['@peer/say word：你好', { word: '你好' }],
    ['@peer/say other=x', { word: 'other=x' }],
    ['@peer/say a heron: word=x', { word: 'a heron: word=x' }],
  ])('with one text to give: %s', (text, expected) => expect(args(text, word, ['word'])).toEqual(expected))

  test.each([
    ['@peer/say path=a b.txt head=3', { path: 'a b.txt', head: 3 }],
    ['@peer/say path: "x head=9", head: 3, all: yes', { path: 'x head=9', head: 3, all: true }],
    ['@peer/say path=/etc/a=b，tags=one,two', { path: '/etc/a=b', tags: ['one', 'two'] }],
    ['@peer/say path=x tags=["a b"] all=否', { path: 'x', tags: ['a b'], all: false }],
    ['@peer/say notes.txt', { path: 'notes.txt' }],
  ])('with several to give: %s', (text, expected) => expect(args(text, file, ['path'])).toEqual(expected))

  test('with numbers alone to give, in their order', () => {
    const two = { a: { type: 'number' }, b: { type: 'integer' } }
    expect(args('@peer/say 3.5 and 4', two, ['a', 'b'])).toEqual({ a: 3.5, b: 4 })
    expect(args('@peer/say 3、4', two, ['a', 'b'])).toEqual({ a: 3, b: 4 })
    expect(args('@peer/say 3', two, ['a', 'b'])).toMatchObject({ is: 'missing', argument: 'a' })
    expect(args('@peer/say 3 of 4', two, ['a', 'b'])).toMatchObject({ is: 'missing' })
    expect(args('@peer/say 3 4', { ...two, ...word }, ['a', 'word'])).toMatchObject({ is: 'missing' })
  })

  test('with none to give', () => {
    expect(args('@peer/say', {})).toEqual({})
    expect(args('@peer/say', word)).toEqual({})
    expect(args('@peer/say something', file)).toEqual({})
  })

  test('without what it needs asks for it, with the choices there are', () => {
    const size = { size: { type: 'string', enum: ['small', 'very large'], description: 'How large' } }
    expect(read('@peer/say word=x', { ...word, ...size }, ['word', 'size'])).toEqual({
      is: 'missing',
      argument: 'size',
      ask: 'What should say take as size (How large)?',
      choices: [
        { label: 'small', question: '@peer/say word=x size=small' },
        { label: '"very large"', question: '@peer/say word=x size="very large"' },
      ],
      confidence: 1,
    })
    expect(args('@peer/say word=x size=SMALL', { ...word, ...size }, ['word', 'size'])).toEqual({
      word: 'x',
      size: 'small',
    })
    expect(read('@peer/say', word, ['word'], 'zh')).toMatchObject({ ask: 'say 的 word（Any word）应该是什么？' })
  })

  test('with a value of another type asks for it again', () => {
    expect(read('@peer/say path=x head=many', file, ['path'])).toMatchObject({
      is: 'missing',
      argument: 'head',
      ask: 'head has to be integer; what should it be?',
    })
    expect(read('@peer/say path=x all=perhaps', file, ['path'])).toMatchObject({
      choices: [{ question: '@peer/say path=x all=true' }, { question: '@peer/say path=x all=false' }],
    })
    expect(read('@peer/say {"word": ', word, ['word'])).toMatchObject({ is: 'missing', argument: 'word' })
  })

  test('whose choices are answered reads them', () => {
    const choice = read('@peer/say path=x all=perhaps', file, ['path'])
    if (choice?.is !== 'missing') throw new Error('It should be asked for.')
    expect(args(choice.choices[0]?.question ?? '', file, ['path'])).toEqual({ path: 'x', all: true })
  })

  test('that two servers have asks which', () => {
    const [listed] = readTools([{ name: 'say', inputSchema: { type: 'object' } }], config).tools.values()
    if (!listed) throw new Error('The tool was left out.')
    const ask = (servers: string[]) =>
      readCall({ text: '@say hello', language: 'en', now: 0, timeZone: 'UTC' }, listed, () => servers)
    expect(ask(['peer', 'second'])).toMatchObject({
      is: 'missing',
      argument: 'server',
      choices: [{ question: '@peer/say hello' }, { question: '@second/say hello' }],
    })
    expect(ask(['first', 'peer'])).toBeNull()
  })
})

// Would catch a tool that starts because a document, or pasted text, speaks of it.
test.each(['say heron', 'Say it: @peer/say heron', 'What does @peer/say do?', '@peer/other x', '@other/say x', ''])(
  'a question that begins with no mention of it is not for it: %s',
  (text) => expect(read(text, word, ['word'])).toBeNull(),
)

describe('a listed tool', () => {
  const inputSchema = { type: 'object', properties: word, required: ['word'], additionalProperties: false }
  const listedOf = (given: object, of = config) => {
    const [listed] = readTools([{ name: 'say-it', description: 'Says it', inputSchema, ...given }], of).tools.values()
    if (!listed) throw new Error('The tool was left out.')
    return listed
  }
  const rooms = () => ({}) as Parameters<typeof externalTool>[1]

  test('shows models and other programs its own schema, and checks by it', () => {
    const tool = externalTool(listedOf({}), rooms())
    expect(z.toJSONSchema(tool.args)).toMatchObject(inputSchema)
    expect(tool.args.safeParse({ word: 'a' }).success).toBe(true)
    expect(tool.args.safeParse({ word: 7 }).success).toBe(false)
    expect(tool.args.safeParse({ word: 'a', more: 1 }).success).toBe(false)
    expect(tool.name).toMatch(/^mcp_peer_say_it_[0-9a-f]{6}$/u)
  })

  test('changes its fingerprint with all that is said of it, and with the program behind it', () => {
    const base = listedOf({}).info.fingerprint
    expect(listedOf({}).info.fingerprint).toBe(base)
    expect(
      listedOf({ inputSchema: { additionalProperties: false, required: ['word'], properties: word, type: 'object' } })
        .info.fingerprint,
    ).toBe(base)
    const others = [
      listedOf({ description: 'Says it\u200B' }),
      listedOf({ title: 'Say' }),
      listedOf({ annotations: { readOnlyHint: true } }),
      listedOf({ inputSchema: { ...inputSchema, required: [] } }),
      listedOf({}, { ...config, url: 'http://127.0.0.1:2/' }),
    ].map(({ info }) => info.fingerprint)
    expect(new Set([base, ...others]).size).toBe(6)
  })
})
