import type { ToolConsents } from '@engine/ports/tools/tool-desk'
import { CairnError } from '@shared/errors'
import type { ToolRun } from '@shared/tools/tool-run'
import type { ConsentBook, ToolIdentity } from '../consent/consent-book'
import type { PendingGrants } from '../consent/pending-grants'
import { userAnswered } from '../consent/user-act'
import type { ExternalTools } from './external-tools'

interface ConsentParts {
  readonly consents: ConsentBook
  readonly external: Pick<ExternalTools, 'known'>
  readonly pending: PendingGrants
  /** The run as the session's record shows it; undefined for none of that id. */
  readonly runOf: (sessionId: string, callId: string) => Promise<ToolRun | undefined>
}

/** What the settings and the cards in a conversation do with consents. */
export function createToolConsents({ consents, external, pending, runOf }: ConsentParts): ToolConsents {
  const identityOf = (server: string, tool: string): ToolIdentity => {
    const known = external.known().find(({ info }) => info.server === server && info.name === tool)
    const kept = consents.entries().find((entry) => entry.server === server && entry.tool === tool)
    const fingerprint = known?.info.fingerprint ?? kept?.fingerprint
    if (fingerprint === undefined) {
      throw new CairnError('NOT_FOUND', `${server} has no tool called ${tool} now.`, 'List its tools first.')
    }
    return { server, tool, fingerprint }
  }
  return {
    entries: () => consents.entries(),
    set: (server, tool, answer) => consents.set(identityOf(server, tool), answer),
    async answer(sessionId, callId, answer) {
      const run = await runOf(sessionId, callId)
      if (run?.server === undefined || run.state !== 'needs_consent') {
        throw new CairnError('NOT_FOUND', 'No such call waits to be allowed.', 'Ask the question again.')
      }
      const { server, tool, version: fingerprint = '', args } = run
      const shown = { server, tool, fingerprint, args }
      const grant = await consents.decide(userAnswered(sessionId, shown), { ...identityOf(server, tool), args }, answer)
      if (grant) pending.put(sessionId, shown, args, grant)
      return grant !== null
    },
    log: (limit) => consents.log(limit),
  }
}
