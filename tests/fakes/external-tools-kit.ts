import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToolServerConfig } from '@shared/tools/tool-server-shapes'
import { createNetworkGate, type NetworkGate } from '@engine/platform/network-gate'
import { ConsentBook } from '@engine/tools/consent/consent-book'
import { userAnswered } from '@engine/tools/consent/user-act'
import type { ExternalTool } from '@engine/tools/external/calls/external-tool'
import type { ConnectionLimits } from '@engine/tools/external/connection/server-connection'
import { ExternalTools } from '@engine/tools/external/external-tools'
import type { ToolContext, ToolResult } from '@engine/tools/tool'

const support = join(import.meta.dirname, '..', 'support', 'tool-servers')
const packages = join(import.meta.dirname, '..', '..', 'node_modules', '@modelcontextprotocol')

/** Short pauses, so that a test sees a server again. */
const quick: ConnectionLimits = { startMs: 30_000, listMs: 20_000, settleMs: 20, firstPauseMs: 10, longestPauseMs: 100 }

export interface KitOptions {
  readonly bounds?: Partial<ConnectionLimits>
  readonly callMs?: number
  readonly gate?: NetworkGate
}

interface Shared {
  readonly lines: string[]
  changed: () => void
}

/** External tools over a store folder of their own, with what a test asks of them. */
export class ExternalToolsKit {
  readonly lines: string[]
  changes = 0
  /** Of every server that was seen running. */
  readonly pids = new Set<number>()

  private constructor(
    readonly folder: string,
    readonly consents: ConsentBook,
    readonly tools: ExternalTools,
    shared: Shared,
  ) {
    this.lines = shared.lines
    shared.changed = () => {
      this.changes += 1
      for (const { pid } of tools.servers()) if (pid !== null) this.pids.add(pid)
    }
  }

  static async open({ bounds, callMs, gate }: KitOptions = {}, given?: string): Promise<ExternalToolsKit> {
    const folder = given ?? (await mkdtemp(join(tmpdir(), 'cairn-tool-servers-')))
    const shared: Shared = { lines: [], changed: () => undefined }
    const log = (line: string) => void shared.lines.push(line)
    const consents = await ConsentBook.open({ folder, now: Date.now, log })
    const tools = await ExternalTools.open({
      folder,
      machine: process,
      gate: gate ?? createNetworkGate({ allowedHosts: () => [], now: Date.now }),
      now: () => performance.now(),
      consents,
      log,
      changed: () => shared.changed(),
      bounds: { ...quick, ...bounds },
      ...(callMs !== undefined && { callMs }),
    })
    return new ExternalToolsKit(folder, consents, tools, shared)
  }

  /** Adds a hostile server that behaves in this way. */
  async hostile(how: string, env: Readonly<Record<string, string>> = {}, ...more: string[]): Promise<void> {
    await this.tools.put([hostileServer('peer', how, env, ...more)])
  }

  /** Asks with consent for just this call, as a user who was shown it and allowed it once. */
  async ask(question: string, context: Partial<ToolContext> = {}): Promise<ToolResult> {
    const signal = context.signal ?? new AbortController().signal
    const { tool, args } = await this.read(question)
    const { server, name, fingerprint } = tool.info
    const call = { server, tool: name, fingerprint, args }
    const grant = await this.consents.decide(userAnswered('chat-1', call), call, 'once')
    return tool.run(args, { language: 'en', now: 0, timeZone: 'UTC', signal, grant: grant ?? undefined, ...context })
  }

  async read(question: string): Promise<{ tool: ExternalTool; args: Readonly<Record<string, unknown>> }> {
    const signal = new AbortController().signal
    for (const tool of await this.tools.toolsFor(question, signal)) {
      const reading = await tool.read({ text: question, language: 'en', now: 0, timeZone: 'UTC' }, signal)
      if (reading?.is === 'arguments') return { tool, args: reading.args }
      if (reading) throw new Error(`Something is missing: ${reading.ask}`)
    }
    throw new Error(`No tool reads ${question}`)
  }

  /** Ends everything and gives the processes that are still there: none, or the test has found an orphan. */
  async close(): Promise<number[]> {
    await this.tools.close()
    await this.consents.close()
    await rm(this.folder, { recursive: true, force: true })
    return [...this.pids].filter(isAlive)
  }
}

export function hostileServer(
  name: string,
  how: string,
  env: Readonly<Record<string, string>> = {},
  ...more: string[]
): ToolServerConfig {
  const args = [join(support, 'hostile-server.mjs'), how, ...more]
  return { name, enabled: true, type: 'stdio', command: process.execPath, args, env: { ...env } }
}

/** The entry file of a reference server of the protocol. */
export function referenceServer(name: 'everything' | 'filesystem' | 'memory'): string {
  return join(packages, `server-${name}`, 'dist', 'index.js')
}

/** Whether a process is there and runs; one that is over and was not fetched yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  if (process.platform !== 'linux') return true
  return existsSync(stat) && !/\) Z /u.test(readFileSync(stat, 'utf8'))
}

/** Waits until something holds; a test's own deadline is the limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}
