import type { ConsentEntry, ExternalToolInfo } from './tool-server-shapes'

/** What a tool of another program may do everywhere; what was allowed in one chat is not in it. */
export interface ConsentStanding {
  /** null where it asks. */
  readonly answer: 'always' | 'never' | null
  /** It was allowed as another than it is now, so that it asks again. */
  readonly isChanged: boolean
}

/** Whether a tool asks. A refusal outlives a change of the tool, a permission does not. */
export function consentStanding(
  { server, name, fingerprint }: Pick<ExternalToolInfo, 'server' | 'name' | 'fingerprint'>,
  consents: readonly ConsentEntry[],
): ConsentStanding {
  const said = consents.find((one) => one.server === server && one.tool === name && one.session_id === null)
  if (said?.answer === 'never') return { answer: 'never', isChanged: false }
  if (said?.answer !== 'always') return { answer: null, isChanged: false }
  return said.fingerprint === fingerprint ? { answer: 'always', isChanged: false } : { answer: null, isChanged: true }
}
