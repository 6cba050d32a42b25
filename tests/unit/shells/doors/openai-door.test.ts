import OpenAI, { APIError, APIUserAbortError } from 'openai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { askedBack } from '../../../fakes/fake-engine'
import { openBothDoors, type OpenDoors, send, token } from './door-fixture'

let doors: OpenDoors
let client: OpenAI

beforeEach(async () => {
  doors = await openBothDoors()
  client = new OpenAI({ baseURL: `${doors.origin}/v1`, apiKey: token, maxRetries: 0 })
})
afterEach(() => doors.server.close())

const user = (content: string) => ({ role: 'user', content }) as const
const ask = (...messages: OpenAI.ChatCompletionMessageParam[]) =>
  client.chat.completions.create({ model: 'cairn', messages })

async function failure(work: Promise<unknown>): Promise<APIError> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (thrown instanceof APIError) return thrown
  throw new Error('expected an APIError', { cause: thrown })
}

describe('the OpenAI-compatible door, by the official client', () => {
  test('answers with its sources as text and its citations as annotations', async () => {
    const { choices, usage, model } = await ask({ role: 'system', content: 'Be brief.' }, user('Is it?'))
    const message = choices[0]?.message
    expect([model, choices[0]?.finish_reason]).toEqual(['cairn', 'stop'])
    expect(message?.content).toBe('Yes, it is [2].\n\nSources:\n[2] doc2.pdf › Part › Section, p. 3')
    expect(message?.annotations).toMatchObject([
      {
        type: 'url_citation',
        url_citation: { start_index: 0, end_index: 15, title: 'doc2.pdf', url: 'cairn://document/d2?chars=120-128' },
        cairn: { quote: 'Passage ', page: 3, range: { start: 120, end: 128 } },
      },
    ])
    expect(usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })
    expect(doors.engine.asked).toMatchObject([{ question: 'Is it?' }])
  })

  test('streams the same answer, with usage at the end where it is wanted', async () => {
    const stream = await client.chat.completions.create({
      model: 'cairn',
      messages: [user('Is it?')],
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream) {
      chunks.push(chunk)
      text += chunk.choices[0]?.delta.content ?? ''
    }
    expect(text).toBe('Yes, it is [2].\n\nSources:\n[2] doc2.pdf › Part › Section, p. 3')
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
    expect(chunks.filter(({ choices }) => choices[0]?.finish_reason === 'stop').length).toBe(1)
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 0 } })
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true)
    expect(chunks.flatMap(({ choices }) => Object.keys(choices[0]?.delta ?? {}))).toContain('annotations')
  })

  // Would catch a follow-up that is asked as if nothing had been said, and one conversation that is mixed into another.
  test('a conversation goes on in the same session; going back and asking otherwise is another', async () => {
    const first = await ask(user('Is it?'))
    const answered = { role: 'assistant', content: first.choices[0]?.message.content ?? '' } as const
    await ask(user('Is it?'), answered, user('And why?'))
    expect(doors.engine.asked[1]?.session_id).toBe(doors.engine.asked[0]?.session_id)
    await ask(user('Is it?'), answered, user('And when?'))
    const [, , again, when] = doors.engine.asked
    expect(again).toMatchObject({ question: 'Is it?', model: 'rules' })
    expect(when?.question).toBe('And when?')
    expect(when?.session_id).toBe(again?.session_id)
    expect(when?.session_id).not.toBe(doors.engine.asked[0]?.session_id)
  })

  // Would catch that a greeting of long ago is searched for after a restart, and a question back is answered instead of asked.
  test('what was said before a restart is asked as it was: nothing forces a search', async () => {
    await ask(user('Hello!'), { role: 'assistant', content: 'Hello.' }, user('When was the hut opened?'))
    const [greeting, question] = doors.engine.asked
    expect(greeting).toMatchObject({ question: 'Hello!', model: 'rules', session_id: question?.session_id })
    expect(doors.engine.asked.map(({ search_anyway }) => search_anyway ?? false)).toEqual([false, false])
  })

  test('of a long conversation that is not known only the last questions are asked again', async () => {
    const before = Array.from({ length: 10 }, (_, at) => [
      user(`Question ${at}?`),
      { role: 'assistant', content: 'So.' } as const,
    ])
    await ask(...before.flat(), user('And now?'))
    expect(doors.engine.asked.map(({ question }) => question)).toEqual([
      'Question 7?',
      'Question 8?',
      'Question 9?',
      'And now?',
    ])
  })

  test('a question back offers what to ask instead', async () => {
    doors.engine.turns = [askedBack]
    const { choices } = await ask(user('Which bank?'))
    expect(choices[0]?.message.content).toContain('- Which river?')
  })

  test('lists its models', async () => {
    const { data } = await client.models.list()
    expect(data.map(({ id }) => id)).toEqual(['cairn', 'fake'])
    expect((await client.models.retrieve('cairn')).owned_by).toBe('cairn')
    expect(await failure(client.models.retrieve('gpt-4'))).toMatchObject({ status: 404, code: 'model_not_found' })
  })

  // The client asks for base64 by itself and takes it apart again.
  test('makes vectors, in either encoding', async () => {
    const input = ['one', 'two']
    const plain = await client.embeddings.create({ model: 'cairn', input, encoding_format: 'float' })
    const packed = await client.embeddings.create({ model: 'fake', input })
    expect(plain.data).toMatchObject([{ embedding: [1] }, { embedding: [1] }])
    expect([...(packed.data[1]?.embedding ?? [])]).toEqual([1])
    expect(plain.model).toBe('fake')
    const wrong = client.embeddings.create({ model: 'cairn', input, dimensions: 3 })
    expect(await failure(wrong)).toMatchObject({ status: 400, param: 'dimensions' })
    const tokens = client.embeddings.create({ model: 'cairn', input: [1, 2, 3] })
    expect(await failure(tokens)).toMatchObject({ status: 400, param: 'input' })
  })

  // Would catch answers that are composed for nobody.
  test.each([true, false])('a client that leaves ends the turn (streaming: %s)', async (stream) => {
    doors.engine.holds = true
    const leave = new AbortController()
    const body = { model: 'cairn', messages: [user('Is it?')], stream }
    const asked = client.chat.completions.create(body, { signal: leave.signal }).then(async (answer) => {
      if (Symbol.asyncIterator in answer) for await (const _chunk of answer);
    })
    await expect.poll(() => doors.engine.begun).toBe(1)
    leave.abort()
    // A stream that is left just ends.
    await asked.catch((thrown: unknown) => expect(thrown).toBeInstanceOf(APIUserAbortError))
    await expect.poll(() => doors.engine.cancelled).toBe(1)
  })

  test.each<[string, Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>, Partial<APIError>]>([
    ['another model', { model: 'gpt-4' }, { status: 404, code: 'model_not_found' }],
    ['no messages', { messages: [] }, { status: 400, param: 'messages' }],
    ['an answer last', { messages: [{ role: 'assistant', content: 'x' }] }, { status: 400, param: 'messages' }],
    ['an empty question', { messages: [user('  ')] }, { status: 400, param: 'messages' }],
    ['a question that is too long', { messages: [user('x'.repeat(8001))] }, { status: 400, param: 'messages' }],
    ['two answers', { n: 2 }, { status: 400, param: 'n' }],
    ['JSON', { response_format: { type: 'json_object' } }, { status: 400, param: 'response_format' }],
    ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }, { status: 400, param: 'tools' }],
    [
      'a picture',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }] },
      { status: 400, param: 'messages.0.content' },
    ],
  ])('refuses %s in OpenAI’s own shape', async (_, body, expected) => {
    const request = { model: 'cairn', messages: [user('Is it?')], ...body }
    expect(await failure(client.chat.completions.create(request))).toMatchObject({
      ...expected,
      type: 'invalid_request_error',
    })
    expect(doors.engine.asked).toEqual([])
  })

  test('what merely tunes a model is left unread', async () => {
    const tuned = { temperature: 0, top_p: 1, max_tokens: 5, stop: ['x'], seed: 1, user: 'me', n: 1, tools: [] }
    const answer = await client.chat.completions.create({ model: 'cairn', messages: [user('Is it?')], ...tuned })
    expect(answer.choices[0]?.message.content).toContain('Yes, it is [2].')
  })

  test('a failure of the engine is told, as a refusal and within a stream', async () => {
    doors.engine.turns = [new CairnError('DISK_FULL', 'The disk is full.', 'Free some space.')]
    expect(await failure(ask(user('Is it?')))).toMatchObject({ status: 507, type: 'api_error', code: 'disk_full' })
    const stream = await client.chat.completions.create({ model: 'cairn', messages: [user('Is it?')], stream: true })
    const read = async () => {
      for await (const _chunk of stream);
    }
    expect((await failure(read())).message).toContain('The disk is full. Free some space.')
  })

  test('a wrong token and too many questions at once are told as OpenAI tells them', async () => {
    const stranger = new OpenAI({ baseURL: `${doors.origin}/v1`, apiKey: 'sk-wrong', maxRetries: 0 })
    expect(await failure(stranger.models.list())).toMatchObject({ status: 401, code: 'invalid_api_key' })
    doors.engine.holds = true
    const leave = new AbortController()
    const held = [1, 2].map(() => {
      const body = { model: 'cairn', messages: [user('Is it?')] }
      return client.chat.completions.create(body, { signal: leave.signal }).catch(() => undefined)
    })
    await expect.poll(() => doors.engine.begun).toBe(2)
    const body = { model: 'cairn', messages: [user('Is it?')] }
    expect(await failure(client.chat.completions.create(body))).toMatchObject({ status: 429, type: 'rate_limit_error' })
    expect(await failure(client.chat.completions.create({ ...body, stream: true }))).toMatchObject({ status: 429 })
    leave.abort()
    await Promise.all(held)
  })

  test('a page of a browser gets nothing of a stream', async () => {
    const body = JSON.stringify({ model: 'cairn', messages: [user('Is it?')], stream: true })
    const headers = { Origin: 'https://evil.example', 'Content-Type': 'text/plain' }
    expect((await send(doors.server.port, { path: '/v1/chat/completions', body, headers })).status).toBe(403)
    expect(doors.engine.asked).toEqual([])
  })
})
