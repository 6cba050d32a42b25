import type { TraceSpan } from '@shared/diagnostics/trace'
import { CairnError } from '@shared/errors'
import { isLoopback, type NetworkGate } from '@engine/platform/network-gate'
import { otlpRequest } from './otlp-request'

interface CollectorParts {
  /** The collector's address as the settings have it; empty for none. */
  readonly address: () => string
  readonly gate: Pick<NetworkGate, 'fetch'>
  readonly version: string
  readonly log: (line: string) => void
  /** Milliseconds that spans wait for company. */
  readonly afterMs?: number
}

const mostWaiting = 5000
const mostAtOnce = 500
const limitMs = 10_000

/**
 * Sends spans to a collector on this machine while the settings name one. Whatever keeps it from that costs spans and nothing else; a failure
 * is logged once until it goes well again.
 */
export class Collector {
  #waiting: TraceSpan[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()
  #isFailing = false

  constructor(private readonly parts: CollectorParts) {}

  add(span: TraceSpan): void {
    if (this.parts.address() === '' || this.#waiting.length >= mostWaiting) return
    this.#waiting.push(span)
    this.#timer ??= setTimeout(() => void this.flush(), this.parts.afterMs ?? 2000).unref()
  }

  /** Resolves when what waits is sent, or given up. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const spans = this.#waiting.splice(0)
    return (this.#sending = this.#sending.then(() => this.#sendAll(spans)))
  }

  async #sendAll(spans: readonly TraceSpan[]): Promise<void> {
    try {
      for (let at = 0; at < spans.length; at += mostAtOnce) await this.send(spans.slice(at, at + mostAtOnce))
      if (spans.length > 0) this.#isFailing = false
    } catch (thrown) {
      if (!this.#isFailing) this.parts.log(`Traces could not be sent to the collector: ${String(thrown)}`)
      this.#isFailing = true
    }
  }

  /** Throws INVALID_INPUT for no address, NETWORK_DENIED for one of another machine, UNREACHABLE, DEADLINE_EXCEEDED. */
  async send(spans: readonly TraceSpan[]): Promise<void> {
    const { address, gate, version } = this.parts
    const response = await gate.fetch(collectorUrl(address()), {
      purpose: 'Traces to a collector on this machine',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(otlpRequest(spans, version)),
      signal: AbortSignal.timeout(limitMs),
      // A collector on this machine has no reason to send traces elsewhere.
      returnsRedirects: true,
    })
    await response.body?.cancel()
    if (response.ok) return
    throw new CairnError(
      'UNREACHABLE',
      `The collector did not take the traces: it answered ${response.status}.`,
      'Check that the address is one of OTLP over HTTP, such as http://127.0.0.1:4318.',
    )
  }
}

/** Where a collector takes traces: the address itself where it says a path, `/v1/traces` below it otherwise. */
export function collectorUrl(address: string): URL {
  if (!URL.canParse(address)) {
    throw new CairnError('INVALID_INPUT', 'The collector has no address.', 'Give one such as http://127.0.0.1:4318.')
  }
  const url = new URL(address)
  if (!isLoopback(url)) {
    throw new CairnError(
      'NETWORK_DENIED',
      `Traces are sent to a collector on this machine only, not to ${url.host}.`,
      'Give an address such as http://127.0.0.1:4318, or export them to a file.',
    )
  }
  if (url.pathname === '/' || url.pathname === '') url.pathname = '/v1/traces'
  return url
}
