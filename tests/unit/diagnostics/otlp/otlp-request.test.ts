import { describe, expect, it } from 'vitest'
import type { TraceSpan } from '@shared/diagnostics/trace'
import { Collector, collectorUrl } from '@engine/diagnostics/otlp/collector'
import { otlpRequest } from '@engine/diagnostics/otlp/otlp-request'
import { createNetworkGate } from '@engine/platform/network-gate'
import { tracedAnswer } from '../../../fakes/fake-diagnostics'
import { faultsOfRequest } from './otlp-protocol'

const { spans } = tracedAnswer('a')
const [turn] = spans
if (!turn) throw new Error('A turn was expected.')

const model: TraceSpan = {
  ...turn,
  span: 'aaaaaaaaaaaaaaa3',
  parent: turn.span,
  kind: 'model',
  name: 'answer',
  facts: {
    operation: 'chat',
    provider: 'openai',
    model: 'server:qwen',
    temperature: 0,
    first_token_ms: 250,
    input_tokens: 900,
    output_tokens: 41,
    finish_reason: 'stop',
  },
  text: { in: 'the prompt', out: 'the answer' },
}
const tool: TraceSpan = { ...model, kind: 'tool', name: 'calculator', facts: {}, text: undefined }

function sent(all: readonly TraceSpan[], withText = false) {
  const request = otlpRequest(all, '0.9.0', withText)
  expect(faultsOfRequest(JSON.parse(JSON.stringify(request)))).toEqual([])
  return request.resourceSpans[0]?.scopeSpans[0]?.spans ?? []
}

const attribute = (span: { attributes: readonly { key: string; value: unknown }[] } | undefined, key: string) =>
  span?.attributes.find((one) => one.key === key)?.value

describe('OTLP', () => {
  it('has the shapes of the protocol, whatever a span says', () => {
    const odd: TraceSpan = {
      ...turn,
      ms: null,
      status: null,
      start: 1_764_000_000_000.25,
      facts: { 'ä"\n': 1.5, on: true },
    }
    expect(sent([...spans, model, tool, odd])).toHaveLength(6)
  })

  it('keeps times to the microsecond', () => {
    const [span] = sent([{ ...turn, start: 1_764_000_000_123.457, ms: 0.25 }])
    expect(span?.startTimeUnixNano.slice(0, -2)).toBe('17640000001234570')
    const took = BigInt(span?.endTimeUnixNano ?? 0) - BigInt(span?.startTimeUnixNano ?? 0)
    expect(Number(took) / 1e6).toBeCloseTo(0.25, 3)
  })

  it('names calls of models and tools as the conventions for generative AI do', () => {
    const [asked, called, ran] = sent([turn, model, tool])
    expect([asked?.name, called?.name, ran?.name]).toEqual([
      'invoke_agent Cairn',
      'chat server:qwen',
      'execute_tool calculator',
    ])
    expect(called?.kind).toBe(3)
    expect(attribute(asked, 'gen_ai.conversation.id')).toEqual({ stringValue: 's_a' })
    expect(attribute(called, 'gen_ai.request.temperature')).toEqual({ doubleValue: 0 })
    expect(attribute(called, 'gen_ai.response.time_to_first_chunk')).toEqual({ doubleValue: 0.25 })
    expect(attribute(called, 'gen_ai.usage.input_tokens')).toEqual({ intValue: '900' })
    expect(attribute(called, 'gen_ai.response.finish_reasons')).toEqual({
      arrayValue: { values: [{ stringValue: 'stop' }] },
    })
    expect(attribute(ran, 'gen_ai.tool.name')).toEqual({ stringValue: 'calculator' })
  })

  it('says how a span failed', () => {
    const failed = sent(spans).at(-1)
    expect(failed?.status).toEqual({ code: 2, message: 'DEADLINE_EXCEEDED' })
    expect(attribute(failed, 'error.type')).toEqual({ stringValue: 'DEADLINE_EXCEEDED' })
  })

  it('takes kept words along only where they are asked for', () => {
    expect(JSON.stringify(sent([model]))).not.toContain('the answer')
    expect(JSON.stringify(sent([model], true))).toContain('the answer')
  })
})

describe('the check against the protocol', () => {
  const whole = () => JSON.stringify(otlpRequest([...spans, model, tool], '0.9.0', true))

  it.each([
    ['a field that the protocol does not have', '"name":"invoke', '"title":"x","name":"invoke', 'no such field'],
    ['a name as the .proto files write it', '"traceId"', '"trace_id"', 'no such field'],
    ['a name of a field that was given up', '"scopeSpans"', '"instrumentationLibrarySpans"', 'no such field'],
    ['an id that is too short', '"spanId":"a', '"spanId":"', 'not an id of 16 digits'],
    ['an id of noughts', `"${'a'.repeat(32)}"`, `"${'0'.repeat(32)}"`, 'not an id of 32 digits'],
    ['an id in capitals', `"${'a'.repeat(32)}"`, `"${'A'.repeat(32)}"`, 'not an id of 32 digits'],
    ['an id in base64', `"${'a'.repeat(32)}"`, '"qqqqqqqqqqqqqqqqqqqqqg=="', 'not an id of 32 digits'],
    ['no id', /"spanId":"[^"]+",/u, '', 'no spanId'],
    [
      'a span that is part of itself',
      '"parentSpanId":"aaaaaaaaaaaaaaa0"',
      '"parentSpanId":"aaaaaaaaaaaaaaa1"',
      'itself',
    ],
    ['a time as a number', /"startTimeUnixNano":"(\d+)"/u, '"startTimeUnixNano":$1', 'not a fixed64'],
    ['a time with a fraction', /"endTimeUnixNano":"(\d+)"/u, '"endTimeUnixNano":"$1.5"', 'not a fixed64'],
    ['a time beyond 64 bits', /"endTimeUnixNano":"(\d+)"/u, '"endTimeUnixNano":"$1$1"', 'not a fixed64'],
    ['a time in milliseconds', /"startTimeUnixNano":"(\d+)\d{6}"/u, '"startTimeUnixNano":"$1"', 'not nanoseconds'],
    ['an end before the beginning', /"endTimeUnixNano":"17/u, '"endTimeUnixNano":"16', 'ends before it begins'],
    ['a kind by name', '"kind":1', '"kind":"SPAN_KIND_INTERNAL"', 'not a SpanKind'],
    ['a kind that there is not', '"kind":1', '"kind":6', 'not a SpanKind'],
    ['no kind', '"kind":1', '"kind":0', 'no kind'],
    ['a code that there is not', '"code":2', '"code":3', 'not a StatusCode'],
    ['a count as a number', /"intValue":"(\d+)"/u, '"intValue":$1', 'not a int64'],
    ['a fraction as text', /"doubleValue":0\.25/u, '"doubleValue":"0.25"', 'not a double'],
    ['a text that is none', /"stringValue":"[^"]*"/u, '"stringValue":null', 'not a string'],
    ['two values in one', '{"stringValue":', '{"boolValue":true,"stringValue":', 'not one value'],
    ['no value', /\{"stringValue":"[^"]*"\}/u, '{}', 'not one value'],
    ['a list that is none', '"spans":[', '"spans":{},"spans2":[', 'not a list'],
    ['an attribute that stands twice', '"key":"cairn.status"', '"key":"cairn.kind"', 'stands twice'],
    ['an attribute without a key', '"key":"cairn.status"', '"key":""', 'no key'],
  ])('finds %s', (_what, was, becomes, fault) => {
    expect(faultsOfRequest(JSON.parse(whole()))).toEqual([])
    const broken = whole().replace(was, becomes)
    expect(broken).not.toBe(whole())
    expect(faultsOfRequest(JSON.parse(broken)).join('\n')).toContain(fault)
  })
})

describe('a collector', () => {
  const logged: string[] = []
  function collectorAt(address: string, answer: () => Promise<Response>) {
    const asked: URL[] = []
    const bodies: unknown[] = []
    const send = (url: URL, init: RequestInit) => {
      asked.push(url)
      bodies.push(typeof init.body === 'string' ? JSON.parse(init.body) : init.body)
      return answer()
    }
    // Whatever the settings allow for other purposes, traces stay here.
    const gate = createNetworkGate({ allowedHosts: () => ['collector.example.org'], now: () => 0, send })
    logged.length = 0
    const log = (line: string) => logged.push(line)
    return { asked, bodies, collector: new Collector({ address: () => address, gate, version: '0.9.0', log }) }
  }

  it('on this machine is sent what ended, in the protocol’s shapes', async () => {
    const { collector, asked, bodies } = collectorAt('http://127.0.0.1:4318', () => Promise.resolve(new Response('{}')))
    collector.add(turn)
    collector.add(model)
    await collector.flush()
    expect(asked.map(String)).toEqual(['http://127.0.0.1:4318/v1/traces'])
    expect(faultsOfRequest(bodies[0])).toEqual([])
  })

  it.each([
    'https://collector.example.org',
    'http://192.168.0.5:4318',
    'http://127.0.0.1.example.org',
    'http://localhost.example.org/v1/traces',
  ])('elsewhere is refused: %s', async (address) => {
    const { collector, asked } = collectorAt(address, () => Promise.resolve(new Response('{}')))
    await expect(collector.send([turn])).rejects.toMatchObject({ code: 'NETWORK_DENIED' })
    collector.add(turn)
    await collector.flush()
    expect(asked).toEqual([])
    expect(logged).toHaveLength(1)
  })

  it('that is not there, refuses or leads elsewhere costs spans and one line of log', async () => {
    const answers = [
      () => Promise.reject(new Error('connect ECONNREFUSED')),
      () => Promise.resolve(new Response('no', { status: 415 })),
      () =>
        Promise.resolve(new Response(null, { status: 307, headers: { location: 'https://collector.example.org' } })),
    ]
    const { collector, asked } = collectorAt(
      'http://localhost:4318',
      () => answers[asked.length % 3]?.() ?? Promise.reject(new Error()),
    )
    for (let at = 0; at < 4; at += 1) {
      collector.add(turn)
      await collector.flush()
    }
    expect(logged).toHaveLength(1)
    expect(asked.every(({ hostname }) => ['127.0.0.1', '[::1]'].includes(hostname))).toBe(true)
  })

  it('is asked at its own path where it has one', () => {
    expect(String(collectorUrl('http://localhost:9000/otlp'))).toBe('http://localhost:9000/otlp')
    expect(() => collectorUrl('')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  })
})
