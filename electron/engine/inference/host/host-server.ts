import { CairnError, toCairnError, type ErrorReport } from '@shared/errors'
import { cancelled } from '@engine/platform/deadline'
import { ChunkFlow } from './chunk-flow'
import { HostModels } from './host-server-models'
import type { ModelOpeners } from './open-model'
import { ToHost, type FromHost, type HostRequest } from './protocol'

/** The line to the supervisor. */
export interface HostPort {
  send(message: FromHost): void
  on(listener: (raw: unknown) => void): void
}

export interface HostSurroundings {
  now(): number
  /** Returns a function that calls it off. */
  after(ms: number, then: () => void): () => void
  /** Bytes of main memory the process holds. */
  memoryBytes(): number
  /** Asked to close, once everything is let go. */
  closed(): void
}

interface Running {
  readonly controller: AbortController
  readonly flow: ChunkFlow
}

/**
 * Answers requests over a port until it is asked to close. Requests run at the same time; each is answered by exactly
 * one `done` or `failed`, a cancelled one at once, whether or not its work has stopped yet. A message that cannot be
 * parsed is a bug of the other side and throws.
 */
export function serveHost(port: HostPort, openers: ModelOpeners, surroundings: HostSurroundings): void {
  const models = new HostModels(openers)
  const running = new Map<number, Running>()

  /** Whether it was still to be answered. */
  function settle(id: number): boolean {
    running.get(id)?.flow.end()
    return running.delete(id)
  }

  function fail(id: number, report: ErrorReport): void {
    if (settle(id)) port.send({ type: 'failed', id, report })
  }

  function begin(id: number, request: HostRequest): void {
    const flow = new ChunkFlow((chunk) => port.send({ type: 'chunk', id, ...chunk }), surroundings)
    const entry = { controller: new AbortController(), flow }
    running.set(id, entry)
    const progress = (share: number) => running.has(id) && port.send({ type: 'progress', id, share })
    runRequest(request, { openers, models, flow, progress, signal: entry.controller.signal }).then(
      (value) => {
        if (!running.has(id)) return
        flow.flush()
        settle(id)
        port.send({ type: 'done', id, value })
      },
      (thrown: unknown) => {
        // What was said before it failed is kept.
        if (running.has(id)) flow.flush()
        fail(id, reportOf(thrown))
      },
    )
  }

  function close(): void {
    for (const [id, { controller }] of running) {
      controller.abort()
      fail(id, cancelled().report())
    }
    void models.close().finally(() => surroundings.closed())
  }

  port.on((raw) => {
    const message = ToHost.parse(raw)
    switch (message.type) {
      case 'request':
        begin(message.id, message.request)
        break
      case 'cancel':
        running.get(message.id)?.controller.abort()
        fail(message.id, cancelled().report())
        break
      case 'credit':
        running.get(message.id)?.flow.addCredit(message.chunks)
        break
      case 'ping':
        port.send({ type: 'pong', at: message.at, memory_bytes: surroundings.memoryBytes() })
        break
      case 'close':
        close()
        break
    }
  })
  port.send({ type: 'started' })
}

interface RequestContext {
  readonly openers: ModelOpeners
  readonly models: HostModels
  readonly flow: ChunkFlow
  readonly progress: (share: number) => unknown
  readonly signal: AbortSignal
}

async function runRequest(request: HostRequest, context: RequestContext): Promise<unknown> {
  const { openers, models, flow, progress, signal } = context
  switch (request.type) {
    case 'inspect':
      return openers.inspect(request.files)
    case 'load':
      return models.load(request, progress, signal)
    case 'unload':
      return models.unload(request.key)
    case 'generate':
      return models.get(request.key, 'language').generate(request, (chunk) => flow.write(chunk), signal)
    case 'count':
      return models.get(request.key, 'language').count(request.texts)
    case 'embed':
      return models.get(request.key, 'embedder').embed(request.texts, request.role, signal)
    case 'rerank':
      return models.get(request.key, 'reranker').score(request.question, request.passages, signal)
  }
}

function reportOf(thrown: unknown): ErrorReport {
  const error = toCairnError(thrown)
  if (error.code !== 'INTERNAL') return error.report()
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new CairnError('MODEL_FAILED', `The model failed: ${message}`, 'Ask again, or choose another model.').report()
}
