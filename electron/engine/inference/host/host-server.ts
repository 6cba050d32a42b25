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
  const server = new HostServer(port, openers, surroundings)
  port.on((raw) => server.receive(ToHost.parse(raw)))
  port.send({ type: 'started' })
}

class HostServer {
  readonly #models: HostModels
  readonly #running = new Map<number, Running>()

  constructor(
    private readonly port: HostPort,
    private readonly openers: ModelOpeners,
    private readonly surroundings: HostSurroundings,
  ) {
    this.#models = new HostModels(openers)
  }

  receive(message: ToHost): void {
    switch (message.type) {
      case 'request':
        this.#begin(message.id, message.request)
        break
      case 'cancel':
        this.#cancel(message.id)
        break
      case 'credit':
        this.#running.get(message.id)?.flow.addCredit(message.chunks)
        break
      case 'ping':
        this.port.send({ type: 'pong', at: message.at, memory_bytes: this.surroundings.memoryBytes() })
        break
      case 'close':
        for (const id of [...this.#running.keys()]) this.#cancel(id)
        void this.#models.close().finally(() => this.surroundings.closed())
        break
    }
  }

  #begin(id: number, request: HostRequest): void {
    const { port, openers } = this
    const models = this.#models
    const flow = new ChunkFlow((chunk) => port.send({ type: 'chunk', id, ...chunk }), this.surroundings)
    const controller = new AbortController()
    this.#running.set(id, { controller, flow })
    const progress = (share: number) => this.#running.has(id) && port.send({ type: 'progress', id, share })
    runRequest(request, { openers, models, flow, progress, signal: controller.signal }).then(
      (value) => {
        if (!this.#running.has(id)) return
        flow.flush()
        this.#settle(id)
        port.send({ type: 'done', id, value })
      },
      (thrown: unknown) => {
        // What was said before it failed is kept.
        if (this.#running.has(id)) flow.flush()
        this.#fail(id, reportOf(thrown))
      },
    )
  }

  #cancel(id: number): void {
    this.#running.get(id)?.controller.abort()
    this.#fail(id, cancelled().report())
  }

  #fail(id: number, report: ErrorReport): void {
    if (this.#settle(id)) this.port.send({ type: 'failed', id, report })
  }

  /** Removes a call; false where the call had its answer already. */
  #settle(id: number): boolean {
    this.#running.get(id)?.flow.end()
    return this.#running.delete(id)
  }
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
    case 'read':
      return models.get(request.key, 'reader').read(request.question, request.passages, signal)
  }
}

function reportOf(thrown: unknown): ErrorReport {
  const error = toCairnError(thrown)
  if (error.code !== 'INTERNAL') return error.report()
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new CairnError('MODEL_FAILED', `The model failed: ${message}`, 'Ask again, or choose another model.').report()
}
