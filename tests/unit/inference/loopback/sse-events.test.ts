import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readChatEvent, sseData } from '@engine/inference/loopback/sse-events'

async function* pieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0
  for (const cut of [...cuts.map((at) => at % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)) {
    yield await Promise.resolve(bytes.subarray(from, cut))
    from = cut
  }
}

async function read(text: string, cuts: readonly number[] = []): Promise<string[]> {
  const events: string[] = []
  for await (const event of sseData(pieces(new TextEncoder().encode(text), cuts))) events.push(event)
  return events
}

describe('server-sent events', () => {
  test('data of several lines, without a space, comments, other fields, all line ends, no last empty line', async () => {
    expect(
      await read(': hello\n\nevent: x\nid: 1\ndata: a\ndata:b\n\ndata\n\ndata:  c\r\n\r\ndata: d\r\rdata: [DONE]'),
    ).toEqual(['a\nb', '', ' c', 'd', '[DONE]'])
    expect(await read('\n\n\n')).toEqual([])
  })

  // Would catch a character or a CRLF that is lost where the network happened to cut.
  test('read the same however the bytes are cut', async () => {
    const text = 'data: {"a":"é漢🙂"}\r\n\r\ndata: two\ndata: lines\n\ndata: last\r\r'
    const whole = await read(text)
    expect(whole).toEqual(['{"a":"é漢🙂"}', 'two\nlines', 'last'])
    const cuts = fc.array(fc.nat(100), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        expect(await read(text, at)).toEqual(whole)
      }),
    )
  })

  test('an event without an end is refused before it fills the memory', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield await Promise.resolve(new TextEncoder().encode('x'.repeat(500_000)))
    }
    await expect(sseData(endless()).next()).rejects.toMatchObject({ code: 'MODEL_FAILED' })
  })
})

describe('an event of an answer', () => {
  test('is read as servers write it', () => {
    expect(readChatEvent(' [DONE] ')).toBeNull()
    const event = readChatEvent(
      '{"id":"x","choices":[{"index":0,"delta":{"content":null,"reasoning":"so"},"finish_reason":null}]}',
    )
    expect(event?.choices[0]?.delta?.reasoning).toBe('so')
    expect(
      readChatEvent('{"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}}')?.usage?.completion_tokens,
    ).toBe(2)
  })

  test('is a typed failure where it is no JSON, of another form, or an error', () => {
    for (const data of ['{', '"text"', '{"choices":[{"delta":{"content":7}}]}', '{"choices":{}}']) {
      expect(() => readChatEvent(data)).toThrow(expect.objectContaining({ code: 'MODEL_FAILED' }))
    }
    expect(() => readChatEvent('{"error":{"message":"out of\\n memory"}}')).toThrow('out of memory')
  })
})
