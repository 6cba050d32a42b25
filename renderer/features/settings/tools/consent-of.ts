import type { ConsentEntry, ExternalToolInfo } from '@shared/tools/tool-server-shapes'

interface ToolConsent {
  /** What was answered for everywhere; null where it asks. */
  readonly answer: 'always' | 'never' | null
  /** It was allowed as another than it is now, so that it asks again. */
  readonly isChanged: boolean
}

/** What is allowed to a tool everywhere. A refusal outlives a change of the tool, a permission does not. */
export function consentOf(
  { server, name, fingerprint }: Pick<ExternalToolInfo, 'server' | 'name' | 'fingerprint'>,
  consents: readonly ConsentEntry[],
): ToolConsent {
  const said = consents.find((one) => one.server === server && one.tool === name && one.session_id === null)
  if (said?.answer === 'never') return { answer: 'never', isChanged: false }
  if (said?.answer !== 'always') return { answer: null, isChanged: false }
  return said.fingerprint === fingerprint ? { answer: 'always', isChanged: false } : { answer: null, isChanged: true }
}
