import { describe, expect, it } from 'vitest'
import type { TraceSpan } from '@shared/diagnostics/trace'
import { Collector, collectorUrl } from '@engine/diagnostics/otlp/collector'
import { otlpRequest } from '@engine/diagnostics/otlp/otlp-request'
import { createNetworkGate } from '@engine/platform/network-gate'
import { tracedAnswer } from '../../../fakes/fake-diagnostics'
import { ExportTraceServiceRequest } from './otlp-shapes'

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
  const request = ExportTraceServiceRequest.parse(JSON.parse(JSON.stringify(otlpRequest(all, '0.9.0', withText))))
  return request.resourceSpans[0]?.scopeSpans[0]?.spans ?? []
}

const attribute = (span: { attributes: { key: string; value: unknown }[] } | undefined, key: string) =>
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
    expect(() => ExportTraceServiceRequest.parse(bodies[0])).not.toThrow()
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
