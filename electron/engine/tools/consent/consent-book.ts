import { join } from 'node:path'
import { type ConsentAnswer, type ConsentEntry, type ConsentNeed, ToolLogEntry } from '@shared/tools/tool-server-shapes'
import { BoundedLog } from './bounded-log'
import { ConsentFile } from './consent-file'
import { argumentsDigest } from './fingerprint'
import { mentions, readMention } from './mention'
import { consentNeeded, ToolGrant } from './tool-grant'
import type { AnswerAct, UserAct } from './user-act'

/** A tool as it was consented to. */
export interface ToolIdentity {
  readonly server: string
  readonly tool: string
  /** Changes with anything that the user was shown of it. */
  readonly fingerprint: string
}

export interface ConsentBookOptions {
  /** The store folder, absolute. */
  readonly folder: string
  readonly now: () => number
  readonly log: (line: string) => void
}

const keptRuns = 2000

/** What the user allows which tools, and what was run: `tool-consents.json` and `tool-log.jsonl` of the store. */
export class ConsentBook {
  private constructor(
    private readonly options: ConsentBookOptions,
    private readonly file: ConsentFile,
    private readonly history: BoundedLog<ToolLogEntry>,
  ) {}

  /** Never throws: what cannot be read is asked for again. */
  static async open(options: ConsentBookOptions): Promise<ConsentBook> {
    const { folder, log } = options
    const path = join(folder, 'tool-log.jsonl')
    const history = await BoundedLog.open({ path, schema: ToolLogEntry, limit: keptRuns, log })
    return new ConsentBook(options, await ConsentFile.open(folder, log), history)
  }

  /** Whether a tool may run in a chat, or the user must be asked first. */
  needs(tool: ToolIdentity, sessionId: string): ConsentNeed {
    const said = this.file.entries.filter((entry) => isOf(entry, tool) && appliesIn(entry, sessionId))
    // A refusal outlives a changed description, or a server could ask until it is let in.
    if (said.some(({ answer }) => answer === 'never')) return 'never'
    if (said.some(({ fingerprint }) => fingerprint === tool.fingerprint)) return 'granted'
    return said.length > 0 ? 'changed' : 'ask'
  }

  /**
   * A grant for one call, where a kept consent allows it and the user's own message begins with a mention of this tool. Throws
   * CairnError CONSENT_NEEDED otherwise.
   */
  grant(act: UserAct, tool: ToolIdentity, args: unknown): ToolGrant {
    const isAsked = act.kind === 'message' ? isMentioned(act.text, tool) : isShown(act, tool, args)
    if (!isAsked || this.needs(tool, act.sessionId) !== 'granted') throw consentNeeded(tool)
    return grantFor(act, tool, args)
  }

  /**
   * Keeps the user's answer about a call that was shown. Gives the grant for that call, or null for `never`. Throws CairnError
   * CONSENT_NEEDED where another call was shown than this one.
   */
  async decide(
    act: AnswerAct,
    call: ToolIdentity & { args: unknown },
    answer: ConsentAnswer,
  ): Promise<ToolGrant | null> {
    if (!isShown(act, call, call.args)) throw consentNeeded(call)
    const { server, tool, fingerprint, args } = call
    const sessionId = act.sessionId
    if (answer !== 'once') {
      const at = this.options.now()
      const session_id = answer === 'chat' ? sessionId : null
      const entry = { server, tool, fingerprint, answer, session_id, at }
      await this.file.change((entries) => [...entries.filter((old) => !replaces(entry, old)), entry])
    }
    await this.#note({ act: 'consent', ...call, sessionId, outcome: answer, digest: argumentsDigest(args) })
    return answer === 'never' ? null : grantFor(act, call, args)
  }

  /** Sets or takes back a consent in the settings, without a call: null forgets it, so that the tool asks again. */
  async set(tool: ToolIdentity, answer: 'always' | 'never' | null): Promise<void> {
    const { server, fingerprint } = tool
    const at = this.options.now()
    await this.file.change((entries) => {
      const others = entries.filter((entry) => !isOf(entry, tool))
      return answer === null
        ? others
        : [...others, { server, tool: tool.tool, fingerprint, answer, session_id: null, at }]
    })
    await this.#note({ act: 'consent', ...tool, sessionId: null, outcome: answer ?? 'forgotten', digest: null })
  }

  /** Forgets what was allowed to a server that is gone. */
  async forgetServer(server: string): Promise<void> {
    await this.file.change((entries) => entries.filter((entry) => entry.server !== server))
  }

  /** Newest first. */
  entries(): ConsentEntry[] {
    return this.file.entries.toReversed()
  }

  /** Consents and runs, newest first. */
  log(limit?: number): ToolLogEntry[] {
    return this.history.latest(limit)
  }

  async noteRun(run: RunNote): Promise<void> {
    await this.#note({ act: 'run', ...run })
  }

  async close(): Promise<void> {
    await Promise.all([this.file.close(), this.history.close()])
  }

  async #note(entry: RunNote & { readonly act: ToolLogEntry['act'] }): Promise<void> {
    const { act, server, tool, sessionId, outcome, digest, code, ms } = entry
    await this.history.add({
      at: this.options.now(),
      act,
      server,
      tool,
      session_id: sessionId,
      outcome,
      code: code ?? null,
      arguments_digest: digest,
      ms: ms ?? null,
    })
  }
}

export interface RunNote {
  readonly server: string
  readonly tool: string
  readonly sessionId: string | null
  readonly outcome: ToolLogEntry['outcome']
  /** Of the arguments. */
  readonly digest: string | null
  readonly code?: string
  readonly ms?: number
}

function grantFor(act: UserAct, { server, tool, fingerprint }: ToolIdentity, args: unknown): ToolGrant {
  return ToolGrant.forCall(act, { server, tool, fingerprint, argumentsDigest: argumentsDigest(args) })
}

function isMentioned(text: string, tool: ToolIdentity): boolean {
  const mention = readMention(text)
  return mention !== null && mentions(mention, tool)
}

function isShown(act: AnswerAct, tool: ToolIdentity, args: unknown): boolean {
  return isOf(act, tool) && act.fingerprint === tool.fingerprint && act.argumentsDigest === argumentsDigest(args)
}

function isOf(entry: { readonly server: string; readonly tool: string }, tool: ToolIdentity): boolean {
  return entry.server === tool.server && entry.tool === tool.tool
}

function appliesIn({ answer, session_id }: ConsentEntry, sessionId: string): boolean {
  return answer !== 'chat' || session_id === sessionId
}

/** A newer answer for everywhere replaces all before it; one for a chat replaces that chat's. */
function replaces(entry: ConsentEntry, old: ConsentEntry): boolean {
  return isOf(old, entry) && (entry.session_id === null || old.session_id === entry.session_id)
}
