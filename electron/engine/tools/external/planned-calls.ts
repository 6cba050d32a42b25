import { randomUUID } from 'node:crypto'
import type { ToolRun } from '@shared/tools/tool-run'
import type { Language } from '@engine/text/language'
import type { ConsentBook, ToolIdentity } from '../consent/consent-book'
import { argumentsDigest } from '../consent/fingerprint'
import type { ToolGrant } from '../consent/tool-grant'
import { type AnswerAct, userAnswered } from '../consent/user-act'
import { recordedCall } from '../recorded-run'
import { ToolFailure } from '../tool-failure'
import type { ExternalTool } from './calls/external-tool'
import { gone, refused } from './external-channel'
import type { ExternalTools } from './external-tools'

/** A call of another program's tool as a plan of research shows it. */
export interface PlannedCall {
  readonly server: string
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

interface PlannedCallParts {
  readonly external: Pick<ExternalTools, 'known' | 'toolsFor'>
  readonly consents: Pick<ConsentBook, 'needs' | 'grant' | 'decide'>
  /** IANA name of the machine's time zone. */
  readonly timeZone: string
  readonly log: (line: string) => void
}

/**
 * Calls of other programs' tools in runs of research. One is made where the user has allowed the tool for good, or has said run to a plan that
 * shows just this call. What was said to a plan is forgotten when Cairn ends: then it is asked for again.
 */
export class PlannedCalls {
  readonly #acts = new Map<string, readonly AnswerAct[]>()

  constructor(private readonly parts: PlannedCallParts) {}

  /** The user saw these calls in a plan, and said run. Starts their servers; of a tool that is not there the call itself says so. */
  async allow(runId: string, calls: readonly PlannedCall[], signal: AbortSignal): Promise<void> {
    const acts: AnswerAct[] = []
    for (const { server, tool, args } of calls) {
      try {
        const { info } = await this.#find(server, tool, signal)
        acts.push(userAnswered(runId, { server, tool, fingerprint: info.fingerprint, args }))
      } catch (thrown) {
        signal.throwIfAborted()
        this.parts.log(`research ${runId}: ${server} could not be asked for ${tool}: ${String(thrown)}`)
      }
    }
    if (acts.length > 0) this.#acts.set(runId, acts)
    else this.#acts.delete(runId)
  }

  /** What could not be done is in the run's `error`: CONSENT_NEEDED where nobody allowed this call. Throws CANCELLED. */
  run(
    runId: string,
    { server, tool: name, args }: PlannedCall,
    { language, signal }: { readonly language: Language; readonly signal: AbortSignal },
  ): Promise<ToolRun> {
    const now = Date.now()
    const begun = {
      call_id: randomUUID(),
      tool: name,
      server,
      title: `${server}/${name}`,
      question: '',
      args: { ...args },
    }
    const called = { ...begun, called_at: new Date(now).toISOString() }
    return recordedCall(called, { language, signal }, async () => {
      const tool = await this.#find(server, name, signal)
      const identity = { server, tool: name, fingerprint: tool.info.fingerprint }
      const grant = await this.#grantFor(runId, identity, args)
      return tool.run({ ...args }, { language, now, timeZone: this.parts.timeZone, signal, grant })
    })
  }

  async #grantFor(runId: string, identity: ToolIdentity, args: PlannedCall['args']): Promise<ToolGrant> {
    const { consents } = this.parts
    const need = consents.needs(identity, runId)
    if (need === 'never') throw refused(identity)
    if (need === 'granted') return consents.grant(userAnswered(runId, { ...identity, args }), identity, args)
    const digest = argumentsDigest(args)
    const { server, tool, fingerprint } = identity
    const act = this.#acts
      .get(runId)
      ?.find(
        (one) =>
          one.server === server &&
          one.tool === tool &&
          one.fingerprint === fingerprint &&
          one.argumentsDigest === digest,
      )
    const grant = act ? await consents.decide(act, { ...identity, args }, 'once') : null
    if (!grant) throw notAllowed(identity)
    return grant
  }

  async #find(server: string, name: string, signal: AbortSignal): Promise<ExternalTool> {
    const { external } = this.parts
    const find = () => external.known().find(({ info }) => info.server === server && info.name === name)
    if (!find()) await external.toolsFor(`@${server}/${name}`, signal)
    const tool = find()
    if (!tool) throw gone(server, name)
    return tool
  }
}

function notAllowed({ server, tool }: ToolIdentity): ToolFailure {
  return new ToolFailure(
    'CONSENT_NEEDED',
    {
      en: `${tool} of ${server} runs only when you allow it.`,
      zh: `${server} 的 ${tool} 只有在您允许后才会运行。`,
    },
    {
      en: 'Look at its call in the plan and run the plan, or allow the tool for good in the settings.',
      zh: '请在计划中查看这次调用后执行计划，或在设置中永久允许该工具。',
    },
  )
}
