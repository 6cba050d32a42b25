import type { ExternalToolInfo, ToolServerConfig, ToolServerState } from '@shared/tools/tool-server-shapes'
import type { ConsentBook } from '../consent/consent-book'
import { WorkQueue } from '@engine/platform/work-queue'
import { readMention } from '../consent/mention'
import type { Bilingual } from '../tool'
import { type ExternalTool, externalTool } from './calls/external-tool'
import { importServers } from './config/import-servers'
import { noSuchServer, ServerFile } from './config/server-file'
import type { ConnectionRooms } from './connection/open-transport'
import { type ConnectionLimits, ServerConnection } from './connection/server-connection'

const defaultCallMs = 60_000

export interface ExternalToolsOptions extends ConnectionRooms {
  readonly consents: ConsentBook
  /** Told whenever `servers()` or the tools of one may say something else. */
  readonly changed: () => void
  readonly log: (line: string) => void
  /** Milliseconds one call may take. */
  readonly callMs?: number
  readonly bounds?: ConnectionLimits
}

/**
 * The tools of other programs: servers of the Model Context Protocol that people set up. A server is started when its tools are listed or one of
 * them is mentioned, and ends with Cairn. It is a program of its own, which may do whatever the user may; what Cairn bounds is what it is told
 * and what is taken from it.
 */
export class ExternalTools {
  readonly #connections = new Map<string, ServerConnection>()
  readonly #changes = new WorkQueue()

  private constructor(
    private readonly options: ExternalToolsOptions,
    private readonly file: ServerFile,
  ) {}

  /** Reads `tool-servers.json` of the store; starts nothing. Never throws. */
  static async open(options: ExternalToolsOptions): Promise<ExternalTools> {
    const tools = new ExternalTools(options, await ServerFile.open(options.folder, options.log))
    for (const config of tools.file.servers) tools.#connect(config)
    return tools
  }

  /** In the order of their names. */
  servers(): ToolServerState[] {
    return this.#ordered().map((connection) => connection.state())
  }

  /**
   * Adds the servers of a pasted block of JSON, replacing those of the same names; see `importServers` for its errors. Gives the names, and
   * sentences about what was not taken over.
   */
  async importServers(
    text: string,
  ): Promise<{ readonly names: readonly string[]; readonly notes: readonly Bilingual[] }> {
    const { servers, notes } = importServers(text)
    await this.put(servers)
    return { names: servers.map(({ name }) => name), notes }
  }

  /** Adds servers, or replaces those of the same names. Throws CairnError NETWORK_DENIED for one on another machine. */
  async put(servers: readonly ToolServerConfig[]): Promise<void> {
    await this.#changes.run(async () => {
      await this.file.put(servers)
      for (const config of servers) await this.#replace(config)
    })
    this.options.changed()
  }

  /** Throws CairnError NOT_FOUND. Starts nothing; a server that is switched off ends. */
  async setEnabled(name: string, enabled: boolean): Promise<void> {
    await this.put([{ ...this.#found(name).config, enabled }])
  }

  /** Ends a server and forgets it, and what was allowed to it. Throws CairnError NOT_FOUND. */
  async remove(name: string): Promise<void> {
    const { config } = this.#found(name)
    await this.#changes.run(async () => {
      await this.file.remove(config.name)
      await this.#disconnect(config.name)
      await this.options.consents.forgetServer(config.name)
    })
    this.options.changed()
  }

  /** Ends a server; it starts anew, without a pause, when it is next wanted. Throws CairnError NOT_FOUND. */
  async restart(name: string): Promise<void> {
    const { config } = this.#found(name)
    await this.#changes.run(() => this.#replace(config))
    this.options.changed()
  }

  /** The tools of a server, which starts if it must. Throws CairnError NOT_FOUND, or as `ServerConnection.tools`. */
  async list(name: string, signal: AbortSignal): Promise<ExternalToolInfo[]> {
    return [...(await this.#found(name).tools(signal)).values()].map(({ info }) => info)
  }

  /** The latest lines of a server's error output, oldest first. Throws CairnError NOT_FOUND. */
  said(name: string): readonly string[] {
    return this.#found(name).saidLines
  }

  /** The tools of all servers that are switched on, as they were last listed; starts nothing. */
  known(): ExternalTool[] {
    return this.#ordered().flatMap((connection) => {
      if (!connection.config.enabled) return []
      return [...(connection.known?.tools.values() ?? [])].map((listed) => this.#toolOf(listed, connection))
    })
  }

  /**
   * The tools that a question may be for: none unless it begins with `@`. `@server/tool` starts that server; `@tool` finds tools that were listed
   * since Cairn was started. Throws as `ServerConnection.tools`.
   */
  async toolsFor(question: string, signal: AbortSignal): Promise<ExternalTool[]> {
    const mention = readMention(question)
    if (!mention) return []
    const named = mention.server === undefined ? undefined : this.#connections.get(mention.server.toLowerCase())
    if (named) await named.tools(signal)
    return this.known().filter(({ info }) => !named || info.server === named.config.name)
  }

  /** Ends the programs that Cairn started: what they do by themselves, no gate sees. They start anew when they are wanted again. */
  async endPrograms(): Promise<void> {
    const programs = this.#ordered().filter(({ config, isRunning }) => config.type === 'stdio' && isRunning)
    if (programs.length === 0) return
    await this.#changes.run(() => Promise.all(programs.map(({ config }) => this.#replace(config))))
    this.options.changed()
  }

  /** Ends all servers, at the same time. */
  async close(): Promise<void> {
    await this.#changes.idle()
    await Promise.all([...this.#connections.values()].map((connection) => connection.close()))
    await this.file.close()
  }

  #toolOf(listed: Parameters<typeof externalTool>[0], connection: ServerConnection): ExternalTool {
    const { consents, now, callMs = defaultCallMs } = this.options
    return externalTool(listed, { connection, consents, now, callMs, serversWith: (tool) => this.#serversWith(tool) })
  }

  #serversWith(tool: string): string[] {
    const has = ({ known, config }: ServerConnection) =>
      config.enabled && [...(known?.tools.keys() ?? [])].some((name) => name.toLowerCase() === tool.toLowerCase())
    return this.#ordered()
      .filter(has)
      .map(({ config }) => config.name)
  }

  #ordered(): ServerConnection[] {
    return [...this.#connections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, connection]) => connection)
  }

  #found(name: string): ServerConnection {
    const connection = this.#connections.get(name.toLowerCase())
    if (!connection) throw noSuchServer(name)
    return connection
  }

  #connect(config: ToolServerConfig): void {
    const { changed, ...rooms } = this.options
    const key = config.name.toLowerCase()
    const tell = () => {
      // What a replaced server still says of itself is no change of the one in its place.
      if (this.#connections.get(key) === connection) changed()
    }
    const connection = new ServerConnection({ ...rooms, config, changed: tell })
    this.#connections.set(key, connection)
  }

  async #replace(config: ToolServerConfig): Promise<void> {
    await this.#disconnect(config.name)
    this.#connect(config)
  }

  async #disconnect(name: string): Promise<void> {
    const key = name.toLowerCase()
    const connection = this.#connections.get(key)
    this.#connections.delete(key)
    await connection?.close()
  }
}
