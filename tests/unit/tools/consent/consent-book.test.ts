import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConsentAnswer } from '@shared/tools/tool-server-shapes'
import { ConsentBook } from '@engine/tools/consent/consent-book'
import { argumentsDigest } from '@engine/tools/consent/fingerprint'
import { readMention } from '@engine/tools/consent/mention'
import { ToolGrant } from '@engine/tools/consent/tool-grant'
import { userAnswered, userWrote } from '@engine/tools/consent/user-act'

let folder = ''
let now = 0
const said: string[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-consents-'))
  now = 1000
  said.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const open = () => ConsentBook.open({ folder, now: () => now, log: (line) => said.push(line) })

const tool = { server: 'peer', tool: 'say', fingerprint: 'f1' }
const changed = { ...tool, fingerprint: 'f2' }
const args = { word: 'heron' }
const call = { ...tool, args }
const answer = (book: ConsentBook, said: ConsentAnswer, chat = 'chat-1', of = call) =>
  book.decide(userAnswered(chat, of), of, said)
const needed = expect.objectContaining({ code: 'CONSENT_NEEDED' }) as Error
const useOf = (grant: unknown, given: unknown = args, of = tool) =>
  ToolGrant.use(grant, { ...of, argumentsDigest: argumentsDigest(given) })

describe('consent', () => {
  test.each([
    ['once', { here: 'ask', elsewhere: 'ask', changed: 'ask' }],
    ['chat', { here: 'granted', elsewhere: 'ask', changed: 'changed' }],
    ['always', { here: 'granted', elsewhere: 'granted', changed: 'changed' }],
    ['never', { here: 'never', elsewhere: 'never', changed: 'never' }],
  ] as const)('given %s holds as long as it says, after a start as well', async (said, expected) => {
    const book = await open()
    expect(book.needs(tool, 'chat-1')).toBe('ask')
    await answer(book, said)
    await book.close()
    for (const one of [book, await open()]) {
      expect({
        here: one.needs(tool, 'chat-1'),
        elsewhere: one.needs(tool, 'chat-2'),
        changed: one.needs(changed, 'chat-1'),
      }).toEqual(expected)
    }
  })

  test('for one tool is for no other', async () => {
    const book = await open()
    await answer(book, 'always')
    expect(book.needs({ ...tool, tool: 'write' }, 'chat-1')).toBe('ask')
    expect(book.needs({ ...tool, server: 'other' }, 'chat-1')).toBe('ask')
  })

  test('can be changed and taken back', async () => {
    const book = await open()
    await answer(book, 'never')
    await book.set(tool, 'always')
    expect(book.needs(tool, 'chat-1')).toBe('granted')
    await book.set(tool, null)
    expect(book.needs(tool, 'chat-1')).toBe('ask')
    await answer(book, 'chat', 'chat-1')
    await answer(book, 'chat', 'chat-2')
    expect(book.entries().map(({ session_id }) => session_id)).toEqual(['chat-2', 'chat-1'])
    await book.forgetServer('peer')
    expect(book.entries()).toEqual([])
  })

  test('in a damaged file is asked for again', async () => {
    await answer(await open(), 'always')
    await writeFile(join(folder, 'tool-consents.json'), '[{"server": "peer"')
    const book = await open()
    expect(book.needs(tool, 'chat-1')).toBe('ask')
    expect(said).toEqual(['tool-consents.json is damaged and was left out; tool-consents.damaged.json keeps it.'])
  })
})

describe('a grant', () => {
  test('comes of an answer about just this call, and is for one', async () => {
    const book = await open()
    const grant = await answer(book, 'once')
    expect(() => useOf(grant, { word: 'other' })).toThrow(needed)
    expect(() => useOf(grant, args, changed)).toThrow(needed)
    expect(useOf(grant)).toMatchObject({ sessionId: 'chat-1' })
    expect(() => useOf(grant)).toThrow(needed)
    expect(await answer(book, 'never')).toBeNull()
  })

  // Would catch arguments that are swapped between what was shown and what is run.
  test('is not given for another call than was shown', async () => {
    const book = await open()
    const act = userAnswered('chat-1', call)
    await expect(book.decide(act, { ...call, args: { word: 'all' } }, 'once')).rejects.toThrow(needed)
    await expect(book.decide(act, { ...call, fingerprint: 'f2' }, 'always')).rejects.toThrow(needed)
    expect(book.entries()).toEqual([])
  })

  test('comes of the user’s own message where consent is kept, if it begins with that tool', async () => {
    const book = await open()
    const asked = userWrote('chat-1', '@peer/say heron')
    expect(() => book.grant(asked, tool, args)).toThrow(needed)
    await answer(book, 'always')
    expect(() => useOf(book.grant(asked, tool, args))).not.toThrow()
    expect(() => useOf(book.grant(userWrote('chat-2', ' @SAY heron'), tool, args))).not.toThrow()
    for (const text of [
      'What does @peer/say do?',
      'Read this: @peer/say heron',
      '@peer/write heron',
      '@other/say heron',
      '',
    ]) {
      expect(() => book.grant(userWrote('chat-1', text), tool, args), text).toThrow(needed)
    }
    expect(() => book.grant(asked, changed, args)).toThrow(needed)
  })

  // Would catch a document or a tool's result that passes for a grant.
  test('cannot be written down', () => {
    const forged: unknown = JSON.parse(
      JSON.stringify({ ...call, sessionId: 'chat-1', argumentsDigest: argumentsDigest(args) }),
    )
    for (const grant of [forged, undefined, null, 'grant', Object.create(ToolGrant.prototype)]) {
      expect(() => useOf(grant)).toThrow(needed)
    }
    // @ts-expect-error what a document says has not the brand of an act
    const act: Parameters<ConsentBook['grant']>[0] = { kind: 'message', sessionId: 'chat-1', text: '@peer/say heron' }
    expect(act).toBeTruthy()
  })
})

describe('the log', () => {
  test('tells consents and runs, newest first, and no arguments', async () => {
    const book = await open()
    await answer(book, 'always')
    now = 2000
    await book.noteRun({ server: 'peer', tool: 'say', sessionId: 'chat-1', outcome: 'done', digest: 'd', ms: 12 })
    await book.close()
    expect((await open()).log()).toEqual([
      {
        at: 2000,
        act: 'run',
        server: 'peer',
        tool: 'say',
        session_id: 'chat-1',
        outcome: 'done',
        code: null,
        arguments_digest: 'd',
        ms: 12,
      },
      {
        at: 1000,
        act: 'consent',
        server: 'peer',
        tool: 'say',
        session_id: 'chat-1',
        outcome: 'always',
        code: null,
        arguments_digest: argumentsDigest(args),
        ms: null,
      },
    ])
    expect(await readFile(join(folder, 'tool-log.jsonl'), 'utf8')).not.toContain('heron')
  })

  test('is bounded, and a line that was cut off costs only itself', async () => {
    const book = await open()
    const run = { server: 'peer', tool: 'say', sessionId: null, outcome: 'done', digest: null } as const
    for (let ms = 0; ms < 4100; ms += 1) await book.noteRun({ ...run, ms })
    await book.close()
    expect(
      (await readFile(join(folder, 'tool-log.jsonl'), 'utf8')).split('\n').filter(Boolean).length,
    ).toBeLessThanOrEqual(4000)
    await appendFile(join(folder, 'tool-log.jsonl'), '{"at": 1, "act": "ru')
    const again = await open()
    expect(again.log(1)).toMatchObject([{ ms: 4099 }])
    await again.noteRun({ ...run, ms: 1 })
    expect((await open()).log(2)).toMatchObject([{ ms: 1 }, { ms: 4099 }])
  })
})

describe('a mention', () => {
  test.each([
    ['@peer/say heron', { server: 'peer', tool: 'say', rest: 'heron' }],
    ['  @say', { tool: 'say', rest: '' }],
    ['@peer/say: heron', { server: 'peer', tool: 'say', rest: 'heron' }],
    ['@天气/report：北京', { server: '天气', tool: 'report', rest: '北京' }],
    ['@a.b-c/read.file_2?', { server: 'a.b-c', tool: 'read.file_2', rest: '' }],
    ['@peer/tools/list x', { server: 'peer', tool: 'tools/list', rest: 'x' }],
  ])('is read: %s', (text, expected) => expect(readMention(text)).toEqual(expected))

  test.each([
    '',
    '@',
    'say',
    'mail a@b.org',
    '@ say',
    'Tell @peer/say',
    '@@say',
    '@/say',
    '“@peer/say”',
    '> @peer/say x',
  ])('is none: %s', (text) => expect(readMention(text)).toBeNull())
})
