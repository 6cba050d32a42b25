import type { Progress } from '@modelcontextprotocol/sdk/types.js'
import { CairnError, toCairnError } from '@shared/errors'
import type { ToolServerConfig, ToolServerState } from '@shared/tools/tool-server-shapes'
import { cancelled, timer } from '@engine/platform/deadline'
import { maskOf, placeOf, secretNames } from '../config/server-place'
import type { ListedTool, ListedTools } from '../listing/read-tools'
import { plainLabel } from '../listing/plain-label'
import { GrowingPause } from './growing-pause'
import type { CallAnswer, McpSession } from './mcp-session'
import type { ConnectionRooms, OpenTransport } from './open-transport'
import { RecentLines } from './recent-lines'
import { notStarted, serverEnded, switchedOff } from './transport-failures'

export interface ConnectionLimits {
  /** Milliseconds until a started server must have greeted. Long, because some fetch themselves first. */
  readonly startMs: number
  /** Milliseconds for a list of tools. */
  readonly listMs: number
  /** Milliseconds between a notice that tools have changed and the next list, which takes in all notices until then. */
  readonly settleMs: number
  readonly firstPauseMs: number
  readonly longestPauseMs: number
}

export const connectionLimits: ConnectionLimits = {
  startMs: 60_000,
  listMs: 20_000,
  settleMs: 500,
  firstPauseMs: 500,
  longestPauseMs: 60_000,
}

export interface ConnectionOptions extends ConnectionRooms {
  readonly config: ToolServerConfig
  /** Returns a function that calls it off. */
  readonly after?: (ms: number, then: () => void) => () => void
  readonly changed: () => void
  readonly log: (line: string) => void
  readonly bounds?: ConnectionLimits
}

export interface ToolCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly limitMs: number
  readonly signal: AbortSignal
  readonly progress?: ((progress: Progress) => void) | undefined
}

interface Running {
  readonly session: McpSession
  readonly process: OpenTransport['process']
  readonly listed: ListedTools
}

/** Keeps one server: started when it is first wanted, and after its end when it is next wanted, with growing pauses. */
export class ServerConnection {
  readonly #said: RecentLines
  readonly #mask: (text: string) => string
  readonly #bounds: ConnectionLimits
  readonly #after: NonNullable<ConnectionOptions['after']>
  readonly #pause: GrowingPause
  #state: ToolServerState['state'] = 'stopped'
  #running: Running | null = null
  #opening: Promise<Running> | null = null
  #lastListed: ListedTools | null = null
  #lastError: CairnError | null = null
  #refusedBefore = 0
  #deaths = 0
  #startedAt = 0
  /** What is being opened and has not greeted yet. */
  #opened: OpenTransport | null = null
  #closed: Promise<void> | null = null
  /** The end of one that ended by itself or misbehaved, with all it had started. */
  #leaving: Promise<void> = Promise.resolve()
  #callOffListing: (() => void) | null = null

  constructor(private readonly options: ConnectionOptions) {
    this.#mask = maskOf(options.config)
    this.#said = new RecentLines(this.#mask)
    this.#bounds = options.bounds ?? connectionLimits
    this.#after = options.after ?? timer
    const { firstPauseMs: firstMs, longestPauseMs: longestMs } = this.#bounds
    this.#pause = new GrowingPause({ firstMs, longestMs, now: options.now, after: this.#after })
  }

  get config(): ToolServerConfig {
    return this.options.config
  }

  get isRunning(): boolean {
    return this.#running !== null || this.#opening !== null
  }

  /** The latest list; null before the first. */
  get known(): ListedTools | null {
    return this.#lastListed
  }

  /** The latest lines of the server's error output, oldest first. */
  get saidLines(): readonly string[] {
    return this.#said.lines
  }

  state(): ToolServerState {
    const { config } = this.options
    const listed = this.#lastListed
    return {
      name: config.name,
      enabled: config.enabled,
      type: config.type,
      place: placeOf(config),
      secrets: secretNames(config),
      state: this.#state,
      pid: this.#running?.process?.pid ?? null,
      deaths: this.#deaths,
      last_error: this.#lastError?.report() ?? null,
      tools: listed?.tools.size ?? null,
      left_out: listed ? [...listed.leftOut] : [],
      left_out_more: listed?.leftOutMore ?? 0,
      refused_requests: this.#refusedBefore + (this.#running?.session.refusedRequests ?? 0),
    }
  }

  /**
   * The tools as the running server lists them. Throws CairnError TOOL_UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED, NETWORK_DENIED or UNREACHABLE.
   */
  async tools(signal: AbortSignal): Promise<ReadonlyMap<string, ListedTool>> {
    return (await this.#wanted(signal)).listed.tools
  }

  /**
   * Calls a tool of the list. The caller has seen to consent and arguments. Throws as `tools` does, and TOOL_FAILED; nothing is tried twice,
   * because a call may have done something.
   */
  async call({ tool, args, limitMs, signal, progress }: ToolCall): Promise<CallAnswer> {
    const { session } = await this.#wanted(signal)
    try {
      return await session.callTool(tool, args, { limitMs, signal, progress })
    } catch (thrown) {
      const why = toCairnError(thrown)
      // A server that Cairn did not start gives no other sign of its end.
      if (why.code === 'UNREACHABLE' && this.#running?.session === session) {
        this.#died(why)
        await session.close()
      }
      throw why
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  /** Waits for the server, which starts if it must. The start goes on when one who waits gives up. */
  async #wanted(signal: AbortSignal): Promise<Running> {
    if (signal.aborted) throw cancelled()
    if (this.#closed || !this.options.config.enabled) throw switchedOff(this.options.config.name)
    if (this.#running) return this.#running
    this.#opening ??= this.#open().finally(() => (this.#opening = null))
    const opening = this.#opening
    // When everybody has left, its failure is in the state.
    opening.catch(() => undefined)
    return new Promise((resolve, reject) => {
      const leave = () => reject(signal.reason instanceof CairnError ? signal.reason : cancelled())
      signal.addEventListener('abort', leave, { once: true })
      opening.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })
  }

  async #open(): Promise<Running> {
    const { now } = this.options
    await this.#pause.over()
    await this.#mustBeOpen(null)
    this.#enter('starting')
    this.#startedAt = now()
    try {
      const { openTransport } = await import('./open-transport')
      this.#opened = await openTransport(this.options.config, this.options, this.#said)
      await this.#mustBeOpen(null)
      const running = await this.#greet(this.#opened)
      await this.#mustBeOpen(running)
      this.#running = running
      this.#lastListed = running.listed
      this.#lastError = null
      this.#enter('running')
      return running
    } catch (thrown) {
      this.#opened?.process?.kill()
      const why = this.#startFailure(toCairnError(thrown))
      this.#died(why)
      throw why
    } finally {
      this.#opened = null
    }
  }

  async #mustBeOpen(running: Running | null): Promise<void> {
    if (!this.#closed) return
    await running?.session.close()
    throw switchedOff(this.options.config.name)
  }

  async #greet({ transport, process }: OpenTransport): Promise<Running> {
    const { config, log } = this.options
    const { startMs, listMs } = this.#bounds
    // Loading the protocol takes longer than opening the rest of the engine; most people have no server.
    const [{ McpSession: Session }, { readTools }] = await Promise.all([
      import('./mcp-session'),
      import('../listing/read-tools'),
    ])
    let greeted: McpSession | null = null
    const session = await Session.open({
      transport,
      startMs,
      mask: this.#mask,
      log: (line) => log(`${config.name}: ${line}`),
      toolsChanged: () => this.#listAgain(),
      ended: (why) => {
        // Before it has greeted, the handshake itself fails.
        if (greeted && this.#running?.session === greeted) this.#ended(this.#running, why)
      },
    })
    greeted = session
    try {
      const { tools } = await session.listTools({ limitMs: listMs })
      return { session, process, listed: readTools(tools, config) }
    } catch (thrown) {
      await session.close()
      throw thrown
    }
  }

  #ended(running: Running, why: CairnError | null): void {
    this.#retire(running)
    this.#leaving = running.session.close()
    const how = running.process?.howItEnded ?? 'its connection is closed'
    this.#died(why ?? serverEnded(how, this.#said.last))
  }

  #retire(running: Running): void {
    this.#refusedBefore += running.session.refusedRequests
    this.#running = null
    this.#callOffListing?.()
    this.#callOffListing = null
  }

  #died(why: CairnError): void {
    if (this.#running) this.#retire(this.#running)
    if (this.#closed) return
    this.options.log(`${this.options.config.name}: ${why.message}`)
    this.#deaths += 1
    this.#lastError = why
    this.#pause.ended(this.#startedAt)
    this.#enter('waiting')
  }

  /** All notices until then are one, and at most one list is under way. */
  #listAgain(): void {
    if (this.#callOffListing) return
    this.#callOffListing = this.#after(this.#bounds.settleMs, () => void this.#relist())
  }

  async #relist(): Promise<void> {
    const running = this.#running
    try {
      if (!running) return
      const { readTools } = await import('../listing/read-tools')
      const { tools } = await running.session.listTools({ limitMs: this.#bounds.listMs })
      if (this.#running !== running) return
      this.#running = { ...running, listed: readTools(tools, this.options.config) }
      this.#lastListed = this.#running.listed
      this.options.changed()
    } catch (thrown) {
      this.options.log(
        `${this.options.config.name}: the changed tools could not be listed: ${toCairnError(thrown).message}`,
      )
    } finally {
      this.#callOffListing = null
    }
  }

  async #close(): Promise<void> {
    const running = this.#running
    const opening = this.#opening
    this.#pause.callOff()
    // A start that is under way ends with its transport.
    await this.#opened?.transport.close()
    if (running) {
      this.#retire(running)
      await running.session.close()
    }
    await opening?.catch(() => undefined)
    await this.#leaving
    this.#enter('stopped')
  }

  #startFailure(why: CairnError): CairnError {
    if (['NETWORK_DENIED', 'UNREACHABLE', 'DEADLINE_EXCEEDED', 'PERMISSION_DENIED'].includes(why.code)) return why
    const last = this.#said.last
    return notStarted(why, plainLabel(last, 300))
  }

  #enter(state: ToolServerState['state']): void {
    this.#state = state
    this.options.changed()
  }
}
